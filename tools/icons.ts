import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROOT } from './lib/run-program.ts';

/** Makes the app's icons from the logo, once it has changed: `node tools/icons.ts`. */
const PUBLIC = join(ROOT, 'web', 'public');
const MARIGOLD = '#f5aa1c';
const logo = await readFile(join(PUBLIC, 'icon.svg'));
const drawn = (side: number) => sharp(logo, { density: 1600 }).resize(side, side);

await mkdir(join(PUBLIC, 'icons'), { recursive: true });
for (const side of [192, 512]) {
	await drawn(side)
		.png()
		.toFile(join(PUBLIC, 'icons', `${side}.png`));
}
// Phones cut maskable icons to their own shape: all that matters lies within the middle four fifths.
const margin = { top: 56, bottom: 56, left: 56, right: 56, background: MARIGOLD };
await drawn(400)
	.flatten({ background: MARIGOLD })
	.extend(margin)
	.png()
	.toFile(join(PUBLIC, 'icons', 'maskable.png'));
await drawn(180)
	.flatten({ background: MARIGOLD })
	.png()
	.toFile(join(PUBLIC, 'icons', 'touch.png'));
