#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Renders the pictures of `recordio demo`: demo-pictures.py FOLDER

Five kinds of scenes, 24 of each, all drawn from one seed. Writes FOLDER/KIND/NN.ppm; the build does not run this, the JPEG
files made of them are in src/main/resources/dev/recordio/jobs/demo/images.
"""
import os
import sys

import numpy as np
from scipy import ndimage

SIZES = [(160, 120), (120, 160), (144, 144), (192, 128), (176, 99)]
SCALE = 2  # rendered larger, then averaged


def noise(rng, h, w, octaves, roughness=0.5):
    total = np.zeros((h, w))
    weight = 1.0
    for octave in range(octaves):
        n = 2 ** (octave + 1)
        grid = rng.standard_normal((n + 3, n + 3))
        total += weight * ndimage.zoom(grid, ((h + 8) / (n + 3) + 0.02, (w + 8) / (n + 3) + 0.02), order=3)[:h, :w]
        weight *= roughness
    low, high = total.min(), total.max()
    return (total - low) / (high - low)


def gradient(h, w, top, bottom):
    t = np.linspace(0, 1, h)[:, None, None]
    return np.broadcast_to(np.array(top) * (1 - t) + np.array(bottom) * t, (h, w, 3)).copy()


def sky(rng, h, w, top, bottom, clouds):
    image = gradient(h, w, top, bottom)
    cover = np.clip(noise(rng, h, w, 6, 0.6) * 2 - 1.1, 0, 1)[..., None] * clouds
    return image * (1 - cover) + np.array([1, 0.98, 0.95]) * cover


def hills(rng, h, w):
    hue = rng.uniform(0, 1)
    image = sky(rng, h, w, [0.30 + 0.2 * hue, 0.55, 0.85], [0.95, 0.85 - 0.2 * hue, 0.70], 0.8)
    ys = np.arange(h)[:, None]
    ridges = rng.integers(4, 7)
    for i in range(ridges):
        depth = i / (ridges - 1)
        line = noise(rng, 4, w, 7, 0.55)[1]
        crest = h * (0.35 + 0.5 * depth) - (line - 0.5) * h * (0.45 - 0.2 * depth)
        mask = ndimage.gaussian_filter((ys > crest[None, :]).astype(float), 0.8)[..., None]
        base = np.array([0.55, 0.62, 0.72]) * (1 - depth) + np.array([0.10 + 0.1 * hue, 0.24, 0.10]) * depth
        texture = 0.75 + 0.5 * noise(rng, h, w, 7, 0.8)[..., None] * (0.3 + depth)
        image = image * (1 - mask) + np.clip(base * texture, 0, 1) * mask
    return image


def sea(rng, h, w):
    horizon = int(h * rng.uniform(0.4, 0.6))
    warm = rng.uniform(0.2, 1)
    image = sky(rng, h, w, [0.12, 0.22, 0.42 + 0.2 * (1 - warm)], [1.0, 0.55 + 0.2 * (1 - warm), 0.30], 0.5)
    ys, xs = np.mgrid[0:h, 0:w]
    sx, sy, r = w * rng.uniform(0.25, 0.75), horizon - h * rng.uniform(0.03, 0.2), h * rng.uniform(0.05, 0.09)
    d = np.hypot(xs - sx, ys - sy)
    image += (np.exp(-d / (r * 3)) * 0.6)[..., None] * np.array([1, 0.7, 0.4])
    image = np.where((d < r)[..., None], np.array([1.0, 0.95, 0.8]), image)
    rows = np.clip((ys - horizon) / max(1, h - horizon), 0, 1)
    ripples = ndimage.zoom(rng.standard_normal((h // 2 + 2, w // 16 + 2)), (2.02, 16.5), order=1)[:h, :w]
    water = gradient(h, w, [0.45, 0.32, 0.30], [0.03, 0.10, 0.18]) * (0.8 + 0.25 * ripples[..., None] * (0.3 + rows[..., None]))
    glitter = np.exp(-np.abs(xs - sx - ripples * 12) / (r * (0.6 + 3 * rows))) * np.clip(0.6 + ripples * 0.5, 0, 1)
    water += glitter[..., None] * np.array([1, 0.65, 0.3]) * 0.9
    return np.where((ys > horizon)[..., None], water, image)


def sphere(image, cx, cy, r, color, light, texture=None, shine=0.6):
    h, w, _ = image.shape
    ys, xs = np.mgrid[0:h, 0:w]
    nx, ny = (xs - cx) / r, (ys - cy) / r
    inside = nx**2 + ny**2 < 1
    nz = np.sqrt(np.clip(1 - nx**2 - ny**2, 0, 1))
    lambert = np.clip(nx * light[0] + ny * light[1] + nz * light[2], 0, 1)
    halfway = np.array([light[0], light[1], light[2] + 1])
    halfway /= np.linalg.norm(halfway)
    specular = np.clip(nx * halfway[0] + ny * halfway[1] + nz * halfway[2], 0, 1) ** 50
    body = np.array(color) * (texture[..., None] if texture is not None else 1)
    shaded = body * (0.12 + 0.95 * lambert[..., None]) + shine * specular[..., None]
    edge = np.clip((1 - np.hypot(nx, ny)) * r / 1.5, 0, 1)[..., None]
    return np.where(inside[..., None], image * (1 - edge) + shaded * edge, image)


def light_from(rng):
    light = np.array([rng.uniform(-0.8, 0.8), rng.uniform(-0.9, -0.3), rng.uniform(0.5, 0.9)])
    return light / np.linalg.norm(light)


def planets(rng, h, w):
    image = np.full((h, w, 3), [0.01, 0.01, 0.03])
    image += (noise(rng, h, w, 5, 0.6) ** 4)[..., None] * rng.uniform(0.05, 0.35, 3)
    stars = rng.random((h, w)) > 0.997
    image += ndimage.gaussian_filter(stars * rng.random((h, w)) * 6, 0.7)[..., None]
    r = min(h, w) * rng.uniform(0.22, 0.36)
    bands = noise(rng, h, w, 6, 0.6)
    if rng.random() < 0.5:
        bands = ndimage.gaussian_filter1d(bands, w / 6, axis=1)
        bands = (bands - bands.min()) / (bands.max() - bands.min())
    cx, cy = w * rng.uniform(0.35, 0.65), h * rng.uniform(0.4, 0.6)
    image = sphere(image, cx, cy, r, rng.uniform(0.35, 1, 3), light_from(rng), 0.35 + 0.75 * bands, 0.1)
    if rng.random() < 0.4:
        ys, xs = np.mgrid[0:h, 0:w]
        tilt = rng.uniform(0.2, 0.45)
        d = np.hypot((xs - cx), (ys - cy) / tilt) / r
        ring = ((d > 1.35) & (d < 2.0)) * (0.5 + 0.4 * np.sin(d * 40))
        front = (ys > cy) | (np.hypot(xs - cx, ys - cy) > r)
        image += (ndimage.gaussian_filter(ring * front, 0.8) * 0.6)[..., None] * np.array([0.9, 0.8, 0.6])
    return image


def marbles(rng, h, w):
    wood = noise(rng, h, w, 7, 0.7)
    grain = 0.8 + 0.2 * np.sin(ndimage.gaussian_filter1d(wood, w / 8, axis=1) * 60)
    image = gradient(h, w, [0.30, 0.22, 0.15], [0.55, 0.38, 0.24]) * grain[..., None]
    light = light_from(rng)
    for _ in range(rng.integers(3, 8)):
        r = min(h, w) * rng.uniform(0.09, 0.2)
        cx, cy = rng.uniform(r, w - r), rng.uniform(h * 0.3, h - r)
        ys, xs = np.mgrid[0:h, 0:w]
        shadow = np.exp(-(((xs - cx + light[0] * r) / (r * 1.1)) ** 2 + ((ys - cy - r * 0.8) / (r * 0.45)) ** 2))
        image *= (1 - 0.65 * shadow)[..., None]
        swirl = 0.6 + 0.5 * noise(rng, h, w, 4, 0.6)
        image = sphere(image, cx, cy, r, rng.uniform(0.1, 1, 3), light, swirl, 0.8)
    return image


def flowers(rng, h, w):
    image = gradient(h, w, [0.16, 0.32, 0.12], [0.06, 0.16, 0.06])
    for _ in range(40):  # out of focus
        ys, xs = np.mgrid[0:h, 0:w]
        cx, cy, r = rng.uniform(0, w), rng.uniform(0, h), min(h, w) * rng.uniform(0.03, 0.14)
        disc = np.clip((r - np.hypot(xs - cx, ys - cy)) / 3, 0, 1)[..., None] * 0.25
        image = image * (1 - disc) + np.array([0.4, 0.6, 0.2]) * rng.uniform(0.5, 1.5) * disc
    image = ndimage.gaussian_filter(image, (3, 3, 0))
    for _ in range(rng.integers(1, 4)):
        ys, xs = np.mgrid[0:h, 0:w]
        cx, cy = rng.uniform(w * 0.25, w * 0.75), rng.uniform(h * 0.25, h * 0.75)
        size = min(h, w) * rng.uniform(0.25, 0.42)
        angle, d = np.arctan2(ys - cy, xs - cx) + rng.uniform(0, 6), np.hypot(xs - cx, ys - cy) / size
        petals = rng.integers(5, 12)
        shape = 0.55 + 0.45 * np.abs(np.cos(angle * petals / 2)) ** 0.6
        inside = np.clip((shape - d) * size / 2, 0, 1)[..., None]
        veins = 0.85 + 0.15 * np.sin(angle * petals * 7 + d * 3)
        color = rng.uniform(0.3, 1, 3) * np.array([1, 0.7, 1])
        petal = color * ((0.55 + 0.5 * d) * veins * (0.7 + 0.3 * np.abs(np.cos(angle * petals / 2))))[..., None]
        image = image * (1 - inside) + petal * inside
        heart = np.clip((0.22 - d) * size / 2, 0, 1)[..., None]
        image = image * (1 - heart) + np.array([0.9, 0.7, 0.1]) * (0.6 + 0.6 * noise(rng, h, w, 8, 0.9))[..., None] * heart
    return image


def main(folder):
    for k, kind in enumerate([flowers, hills, marbles, planets, sea]):
        os.makedirs(os.path.join(folder, kind.__name__), exist_ok=True)
        for i in range(24):
            rng = np.random.default_rng([2026, k, i])
            w, h = SIZES[rng.integers(len(SIZES))]
            image = kind(rng, h * SCALE, w * SCALE)
            image = image.reshape(h, SCALE, w, SCALE, 3).mean((1, 3))
            image += rng.normal(0, 0.012, image.shape)  # what a sensor adds
            pixels = (np.clip(image, 0, 1) ** (1 / 1.1) * 255 + 0.5).astype(np.uint8)
            with open(os.path.join(folder, kind.__name__, f'{i + 1:02d}.ppm'), 'wb') as out:
                out.write(f'P6 {w} {h} 255\n'.encode() + pixels.tobytes())


if __name__ == '__main__':
    main(sys.argv[1])
