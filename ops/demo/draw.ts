import sharp from 'sharp';
import type { DemoPicture } from './art/picture.ts';
import { sceneOf } from './art/scene.ts';

/** A JPEG of 960 × 720 pixels, or 720 × 960: the same picture is always the same bytes. */
export function drawPicture(picture: DemoPicture): Promise<Buffer> {
	return sharp(Buffer.from(sceneOf(picture)))
		.flatten({ background: '#ffffff' })
		.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
		.toBuffer();
}
