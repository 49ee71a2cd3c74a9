import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import sharp from 'sharp';
import { ImageError } from './image-file.ts';

// Calls libheif's C functions: the package's JavaScript interface supports neither colour profiles nor limits, copies
// pixels through strings, and prints to the console. A C function that returns a `heif_error` writes the error
// (12 bytes) to the pointer that is its first argument. Here the error is not read: a function that fails leaves its
// result unset. Nothing is freed: the process ends after the file (pool.ts).

/**
 * Constants of libheif: `heif_colorspace_RGB`; `heif_chroma_interleaved_RGB` and `_RGBA`, by number of channels;
 * `heif_channel_interleaved`.
 */
const COLOURSPACE_RGB = 1;
const CHROMA_INTERLEAVED = { 3: 10, 4: 11 } as const;
const CHANNEL_INTERLEAVED = 10;

/** libheif's types of ICC profiles: `heif_color_profile_type_rICC` and `_prof`. */
const ICC_TYPES = ['rICC', 'prof'].map((letters) => Buffer.from(letters).readUInt32BE(0));

const require = createRequire(import.meta.url);

/**
 * Decodes the primary image of a HEIC file into an uncompressed PNG with the file's colour profile: upright, as the
 * file's rotation and mirror boxes say, and reduced to fit `bounds` (pixels).
 * @param maxPixels no more are decoded, whatever the file's header says
 * @throws ImageError
 */
export async function decodeHeic(
	path: string,
	maxPixels: number,
	bounds: { width: number; height: number },
): Promise<Buffer> {
	const file = await readFile(path);
	if (isCutOff(file)) throw new ImageError('unreadable');
	// Loaded here, because most photos are no HEIC files.
	const libheif: MainModule = require('libheif-js/wasm-bundle');
	const { pixels, width, height, channels, profile } = decode(libheif, file, maxPixels);
	// Resized before the colours are converted, which takes long for many pixels.
	const png = await sharp(pixels, { raw: { width, height, channels } })
		.resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
		.png({ compressionLevel: 0 })
		.toBuffer();
	return profile ? withProfile(png, profile) : png;
}

/** The boxes that a HEIC file is made of (ISO/IEC 14496-12 §4.2). Some phones append data that is no box. */
const BOX_TYPES = ['ftyp', 'meta', 'mdat', 'free'];

/** Whether the end of the file is missing. libheif would skip the tiles whose data is missing, and decode the rest. */
function isCutOff(file: Buffer): boolean {
	let offset = 0;
	while (offset + 16 <= file.length) {
		const type = file.toString('latin1', offset + 4, offset + 8);
		const shortSize = file.readUInt32BE(offset);
		// 1 means that a long size follows, 0 that the box reaches to the end.
		const size = shortSize === 1 ? Number(file.readBigUInt64BE(offset + 8)) : shortSize;
		if (size < 8 || !BOX_TYPES.includes(type)) return false;
		offset += size;
	}
	return offset > file.length;
}

/** 8 bits per channel, RGB or RGBA, rows without gaps. */
interface RawImage {
	width: number;
	height: number;
	channels: 3 | 4;
	/** In libheif's memory. */
	pixels: Uint8Array;
	/** ICC profile; sRGB if undefined. */
	profile: Uint8Array | undefined;
}

function decode(libheif: MainModule, file: Uint8Array, maxPixels: number): RawImage {
	const handle = openPrimary(libheif, file, maxPixels);
	const width = libheif._heif_image_handle_get_width(handle);
	const height = libheif._heif_image_handle_get_height(handle);
	if (width * height > maxPixels) throw new ImageError('tooManyPixels');
	const channels = libheif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
	const profile = profileOf(libheif, handle);
	const chroma = CHROMA_INTERLEAVED[channels];
	const image = call(libheif, (error, out) =>
		libheif._heif_decode_image(error, handle, out, COLOURSPACE_RGB, chroma, 0),
	);
	if (
		libheif._heif_image_get_width(image, CHANNEL_INTERLEAVED) !== width ||
		libheif._heif_image_get_height(image, CHANNEL_INTERLEAVED) !== height ||
		// Parts that libheif could not decode.
		libheif._heif_image_get_decoding_warnings(image, 0, 0, 0) > 0
	) {
		throw new ImageError('unreadable');
	}
	const pixels = packRows(libheif, image, height, width * channels);
	return { width, height, channels, pixels, profile };
}

function openPrimary(libheif: MainModule, file: Uint8Array, maxPixels: number): number {
	const context = libheif._heif_context_alloc();
	// The limit is stated as the side of a square.
	libheif._heif_context_set_maximum_image_size_limit(context, Math.ceil(Math.sqrt(maxPixels)));
	const copy = libheif._malloc(file.length);
	libheif.HEAPU8.set(file, copy);
	libheif._heif_context_read_from_memory_without_copy(
		libheif._malloc(ERROR_BYTES),
		context,
		copy,
		file.length,
		0,
	);
	return call(libheif, (error, out) =>
		libheif._heif_context_get_primary_image_handle(error, context, out),
	);
}

/** The pixels inside libheif's memory, moved together so that the rows have no gaps. */
function packRows(libheif: MainModule, image: number, rows: number, rowBytes: number): Uint8Array {
	const stride = libheif._malloc(4);
	const start = libheif._heif_image_get_plane_readonly(image, CHANNEL_INTERLEAVED, stride);
	const strideBytes = memoryOf(libheif).getUint32(stride, true);
	const heap: Uint8Array = libheif.HEAPU8;
	for (let row = 1; row < rows && strideBytes !== rowBytes; row += 1) {
		const from = start + row * strideBytes;
		heap.copyWithin(start + row * rowBytes, from, from + rowBytes);
	}
	return heap.subarray(start, start + rows * rowBytes);
}

/** The ICC profile, needed for an iPhone's wide colours; pixels without a profile are treated as sRGB. */
function profileOf(libheif: MainModule, handle: number): Uint8Array | undefined {
	if (!ICC_TYPES.includes(libheif._heif_image_handle_get_color_profile_type(handle)))
		return undefined;
	const bytes = libheif._heif_image_handle_get_raw_color_profile_size(handle);
	const start = libheif._malloc(bytes);
	libheif._heif_image_handle_get_raw_color_profile(libheif._malloc(ERROR_BYTES), handle, start);
	return libheif.HEAPU8.slice(start, start + bytes);
}

const ERROR_BYTES = 16;

/**
 * Calls a C function that creates an object and writes its pointer to `out`.
 * @throws ImageError unreadable when it fails
 */
function call(libheif: MainModule, invoke: (error: number, out: number) => void): number {
	const out = libheif._malloc(4);
	memoryOf(libheif).setUint32(out, 0, true);
	invoke(libheif._malloc(ERROR_BYTES), out);
	const pointer = memoryOf(libheif).getUint32(out, true);
	if (pointer === 0) throw new ImageError('unreadable');
	return pointer;
}

/** Creates a new view each time: a call may grow the memory, which detaches the old view. */
function memoryOf(libheif: MainModule): DataView {
	return new DataView(libheif.HEAPU8.buffer);
}

/** The end of a PNG's signature and header, after which a profile belongs (PNG specification §5.6). */
const PNG_HEADER_BYTES = 33;

/** Adds a colour profile to a PNG: sharp cannot attach one to raw pixels. */
function withProfile(png: Buffer, profile: Uint8Array): Buffer {
	// Before the profile: a name for it, ended by a zero byte, and the number of the compression method (0).
	const content = Buffer.concat([Buffer.from('iCCPicc\0\0'), deflateSync(profile)]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(content.length - 'iCCP'.length);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(content));
	const header = png.subarray(0, PNG_HEADER_BYTES);
	return Buffer.concat([header, length, content, checksum, png.subarray(PNG_HEADER_BYTES)]);
}
