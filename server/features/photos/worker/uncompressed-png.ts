import { crc32, deflateSync } from 'node:zlib';

/** 8 bits a channel, RGB or RGBA. */
export interface RawStill {
	width: number;
	height: number;
	channels: 3 | 4;
	/** Row after row without gaps. */
	pixels: Uint8Array;
	/** ICC; sRGB where there is none. */
	profile: Uint8Array | undefined;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const COLOUR_TYPE = { 3: 2, 4: 6 } as const;

/**
 * Hands pixels and their colour profile to libvips in one piece: raw pixels cannot carry a profile. Nothing is compressed, as
 * the file lives for milliseconds.
 */
export function uncompressedPng(still: RawStill): Uint8Array<ArrayBuffer> {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(still.width, 0);
	header.writeUInt32BE(still.height, 4);
	header.writeUInt8(8, 8);
	header.writeUInt8(COLOUR_TYPE[still.channels], 9);
	return new Uint8Array(
		Buffer.concat([
			SIGNATURE,
			...chunk('IHDR', header),
			...(still.profile
				? chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(still.profile)]))
				: []),
			...chunk('IDAT', stored(scanlines(still))),
			...chunk('IEND', Buffer.alloc(0)),
		]),
	);
}

/** Every row behind a 0, which says that it is not filtered. */
function scanlines({ width, height, channels, pixels }: RawStill): Buffer {
	const length = width * channels;
	const lines = Buffer.alloc((length + 1) * height);
	for (let row = 0; row < height; row += 1) {
		lines.set(pixels.subarray(row * length, (row + 1) * length), row * (length + 1) + 1);
	}
	return lines;
}

/** Room for all of it at once, so that the pixels are not copied once more. */
function stored(lines: Buffer): Buffer {
	return deflateSync(lines, { level: 0, chunkSize: Math.ceil(lines.length * 1.001) + 1024 });
}

function chunk(type: string, data: Buffer): Buffer[] {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const name = Buffer.from(type, 'latin1');
	const check = Buffer.alloc(4);
	check.writeUInt32BE(crc32(data, crc32(name)));
	return [length, name, data, check];
}
