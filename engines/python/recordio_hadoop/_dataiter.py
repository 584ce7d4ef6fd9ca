# SPDX-License-Identifier: Apache-2.0
"""The iterator that XGBoost reads rows from. Importing this module imports XGBoost."""

import os
from typing import Any, Callable, Iterator, Optional, Union

import xgboost

from ._matrix import Block, fields, open_rows


class DataIter(xgboost.DataIter):  # type: ignore[misc]
    """An ``xgboost.DataIter`` over shards or a pipeline of rows, for matrices that take one.

    ``xgboost.QuantileDMatrix(DataIter("train-npz"))``. Arguments as for ``ExtMemQuantileDMatrix``;
    ``cache`` is for matrices in files only.
    """

    def __init__(
        self,
        source: Union[str, "os.PathLike[str]"],
        cache: Optional[Union[str, "os.PathLike[str]"]] = None,
        columns: Optional[int] = None,
        command: Any = None,
    ):
        self._rows = open_rows(source, columns, command)
        self._blocks: Optional[Iterator[Block]] = None
        super().__init__(None if cache is None else os.fspath(cache))

    def reset(self) -> None:
        """Begins again with the first block."""
        self._blocks = None

    def next(self, input_data: Callable[..., Any]) -> Any:
        """Gives XGBoost the next block; returns whether there was one."""
        if self._blocks is None:
            self._blocks = iter(self._rows)
        block = next(self._blocks, None)
        if block is None:
            return 0
        input_data(**fields(block))
        return 1
