/** Renders the app's icons from the logo after it has changed: `node tools/icons.ts`. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROOT } from './lib/run-program.ts';

const PUBLIC_FOLDER = join(ROOT, 'web', 'public');
const BRAND_COLOR = '#f5aa1c';
const logo = await readFile(join(PUBLIC_FOLDER, 'icon.svg'));
const renderIcon = (size: number) => sharp(logo, { density: 1600 }).resize(size, size);

await mkdir(join(PUBLIC_FOLDER, 'icons'), { recursive: true });
for (const size of [192, 512]) {
	await renderIcon(size)
		.png()
		.toFile(join(PUBLIC_FOLDER, 'icons', `${size}.png`));
}
// Phones crop maskable icons to their own shape: the safe zone is the middle 80 %, so the logo takes 400 of 512 pixels.
const margin = { top: 56, bottom: 56, left: 56, right: 56, background: BRAND_COLOR };
await renderIcon(400)
	.flatten({ background: BRAND_COLOR })
	.extend(margin)
	.png()
	.toFile(join(PUBLIC_FOLDER, 'icons', 'maskable.png'));
await renderIcon(180)
	.flatten({ background: BRAND_COLOR })
	.png()
	.toFile(join(PUBLIC_FOLDER, 'icons', 'touch.png'));
