"""Writes the arrays of this folder with NumPy: each in C order, in Fortran order, and in archives."""
import numpy as np

number = np.arange(5 * 3 * 4)
member = np.dtype([("a", "u1"), ("b", ">f4")])
arrays = {
    "i4": (number.reshape(5, 3, 4) * 3).astype("<i4"),
    "u1": np.arange(21, dtype="u1").reshape(7, 3),
    "f8": (np.arange(4 * 2 * 3 * 2).reshape(4, 2, 3, 2) / 7).astype(">f8"),
    "pair": np.array([[(i, j) for j in range(2)] for i in range(6)], dtype=member),
    "one": np.arange(9, dtype="<i2").reshape(9, 1, 1),
    "row": np.arange(6, dtype="<u2").reshape(1, 2, 3),
}
everything = {}
for name, array in arrays.items():
    np.save(name + ".npy", array)
    transposed = np.array(array, order="F")
    np.save(name + ".f.npy", transposed)
    everything[name] = array
    everything[name + ".f"] = transposed
np.savez("stored.npz", **everything)
np.savez_compressed("deflated.npz", **everything)
