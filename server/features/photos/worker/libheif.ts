import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import { requireComplete } from './heic-completeness.ts';
import { ImageError } from './image-error.ts';
import type { RawImage } from './uncompressed-png.ts';

// Calls libheif's C functions: the package's JavaScript interface supports neither colour profiles nor limits, copies
// pixels through strings, and prints to the console. A C function that returns a `heif_error` writes the error
// (12 bytes) to the pointer that is its first argument; the first word of the error is 0 for success.

/**
 * Constants of libheif: `heif_colorspace_RGB`; `heif_chroma_interleaved_RGB` and `_RGBA`, by number of channels;
 * `heif_channel_interleaved`.
 */
const COLOURSPACE_RGB = 1;
const CHROMA_INTERLEAVED = { 3: 10, 4: 11 } as const;
const CHANNEL_INTERLEAVED = 10;

/** libheif's types of ICC profiles: `heif_color_profile_type_rICC` and `_prof`. */
const ICC_TYPES = ['rICC', 'prof'].map((letters) => Buffer.from(letters).readUInt32BE(0));

/** In `heif_security_limits`: the offset of the pixel limit, and libheif's default for it. */
const PIXEL_LIMIT_OFFSET = 8;
const PIXEL_LIMIT_DEFAULT = 32_768n ** 2n;

const require = createRequire(import.meta.url);

/** A new libheif instance that decodes no plane of more than `maxPixels`, whatever the file's header says. */
export async function openLibheif(maxPixels: number): Promise<MainModule> {
	const script = require.resolve('libheif-js/libheif-wasm/libheif.js');
	const wasmBinary = await readFile(script.replace(/\.js$/, '.wasm'));
	const libheif: MainModule = require(script)({ wasmBinary });
	const limit = libheif._heif_get_global_security_limits() + PIXEL_LIMIT_OFFSET;
	const memory = memoryOf(libheif);
	if (memory.getBigUint64(limit, true) !== PIXEL_LIMIT_DEFAULT) {
		throw new Error('unexpected layout of the libheif security limits');
	}
	memory.setBigUint64(limit, BigInt(maxPixels), true);
	return libheif;
}

/**
 * Decodes the primary image of a file. libheif turns it upright, following the file's rotation and mirror boxes. Frees
 * no memory: the module is discarded with its worker.
 * @throws ImageError
 */
export function decodePrimaryImage(
	libheif: MainModule,
	file: Uint8Array,
	maxPixels: number,
): RawImage {
	const handle = openPrimary(libheif, file);
	const width = libheif._heif_image_handle_get_width(handle);
	const height = libheif._heif_image_handle_get_height(handle);
	if (width * height > maxPixels) throw new ImageError('tooManyPixels');
	const channels = libheif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
	const profile = profileOf(libheif, handle);
	const image = call(libheif, (error, out) =>
		libheif._heif_decode_image(
			error,
			handle,
			out,
			COLOURSPACE_RGB,
			CHROMA_INTERLEAVED[channels],
			0,
		),
	);
	if (
		libheif._heif_image_get_width(image, CHANNEL_INTERLEAVED) !== width ||
		libheif._heif_image_get_height(image, CHANNEL_INTERLEAVED) !== height ||
		// Parts that libheif could not decode.
		libheif._heif_image_get_decoding_warnings(image, 0, 0, 0) > 0
	) {
		throw new ImageError('unreadable');
	}
	return {
		width,
		height,
		channels,
		pixels: packRows(libheif, image, height, width * channels),
		profile,
	};
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

function openPrimary(libheif: MainModule, file: Uint8Array): number {
	const context = libheif._heif_context_alloc();
	const copy = libheif._malloc(file.length);
	libheif.HEAPU8.set(file, copy);
	call(libheif, (error) =>
		libheif._heif_context_read_from_memory_without_copy(error, context, copy, file.length, 0),
	);
	requireComplete(libheif, context);
	return call(libheif, (error, out) =>
		libheif._heif_context_get_primary_image_handle(error, context, out),
	);
}

/** The ICC profile, needed for an iPhone's wide colours; pixels without a profile are treated as sRGB. */
function profileOf(libheif: MainModule, handle: number): Uint8Array | undefined {
	if (!ICC_TYPES.includes(libheif._heif_image_handle_get_color_profile_type(handle)))
		return undefined;
	const bytes = libheif._heif_image_handle_get_raw_color_profile_size(handle);
	const start = libheif._malloc(bytes);
	call(libheif, (error) => libheif._heif_image_handle_get_raw_color_profile(error, handle, start));
	return libheif.HEAPU8.slice(start, start + bytes);
}

/** Calls a C function that writes its error to the first pointer and may write a pointer to the second. */
function call(libheif: MainModule, invoke: (error: number, out: number) => void): number {
	const error = libheif._malloc(16);
	const out = libheif._malloc(8);
	invoke(error, out);
	const memory = memoryOf(libheif);
	if (memory.getUint32(error, true) !== 0) throw new ImageError('unreadable');
	return memory.getUint32(out, true);
}

/** Creates a new view each time: a call may grow the memory, which detaches the old view. */
function memoryOf(libheif: MainModule): DataView {
	return new DataView(libheif.HEAPU8.buffer);
}
