import { crc32, deflateSync } from 'node:zlib';

/** 8 bits per channel, RGB or RGBA. */
export interface RawImage {
	width: number;
	height: number;
	channels: 3 | 4;
	/** Rows without gaps between them. */
	pixels: Uint8Array;
	/** ICC profile; sRGB if undefined. */
	profile: Uint8Array | undefined;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** PNG's numbers of the types RGB and RGBA, by number of channels. */
const COLOUR_TYPE = { 3: 2, 4: 6 } as const;

/**
 * Encodes pixels and their colour profile for libvips: raw pixels cannot carry a profile. Not compressed, as the file
 * is used only once, milliseconds later.
 */
export function encodeUncompressedPng(image: RawImage): Uint8Array<ArrayBuffer> {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(image.width, 0);
	header.writeUInt32BE(image.height, 4);
	header.writeUInt8(8, 8);
	header.writeUInt8(COLOUR_TYPE[image.channels], 9);
	return new Uint8Array(
		Buffer.concat([
			SIGNATURE,
			...chunk('IHDR', header),
			// Before the profile: a name for it, ended by a zero byte, and the number of the compression method (0).
			...(image.profile
				? chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(image.profile)]))
				: []),
			...chunk('IDAT', deflateUncompressed(scanlines(image))),
			...chunk('IEND', Buffer.alloc(0)),
		]),
	);
}

/** Each row is preceded by a 0: no filter. */
function scanlines({ width, height, channels, pixels }: RawImage): Buffer {
	const length = width * channels;
	const rows = Buffer.alloc((length + 1) * height);
	for (let row = 0; row < height; row += 1) {
		rows.set(pixels.subarray(row * length, (row + 1) * length), row * (length + 1) + 1);
	}
	return rows;
}

/** Uses a buffer large enough for the whole output, so that the pixels are not copied again. */
function deflateUncompressed(rows: Buffer): Buffer {
	return deflateSync(rows, { level: 0, chunkSize: Math.ceil(rows.length * 1.001) + 1024 });
}

function chunk(type: string, data: Buffer): Buffer[] {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const name = Buffer.from(type, 'latin1');
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(data, crc32(name)));
	return [length, name, data, checksum];
}
