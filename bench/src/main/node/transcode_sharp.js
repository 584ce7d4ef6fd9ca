// SPDX-License-Identifier: Apache-2.0
// sharp on the images of a folder: decode, resize the short edge, encode as JPEG. Prints their number, the sum of their
// sizes, and the cost of these steps alone; see Program.
const fs = require('fs');
const path = require('path');
const sharp = require('sharp');

const [folder, edge, quality] = process.argv.slice(1);
sharp.concurrency(1);

async function transcode(name) {
  const image = sharp(path.join(folder, name)).resize(Number(edge), Number(edge), {fit: 'outside'});
  const {info} = await image.jpeg({quality: Number(quality)}).toBuffer({resolveWithObject: true});
  return info.width * 65536 + info.height;
}

(async () => {
  const names = fs.readdirSync(folder).sort();
  await transcode(names[0]);
  const wall = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  let total = 0;
  for (const name of names) {
    total += await transcode(name);
  }
  const spent = process.cpuUsage(cpu);
  const nanos = process.hrtime.bigint() - wall;
  console.log(names.length, total, String(nanos), (spent.user + spent.system) * 1000, process.resourceUsage().maxRSS * 1024);
})();
