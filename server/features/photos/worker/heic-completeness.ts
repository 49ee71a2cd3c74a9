import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import { ImageError } from './image-error.ts';

/** `hvc1`, an image coded in HEVC, as the integer that libheif uses. */
const HEVC_IMAGE = Buffer.from('hvc1').readUInt32BE(0);
/** Bytes of the length field before each NAL unit of a coded image (ISO/IEC 14496-15; all phone encoders use four). */
const LENGTH_BYTES = 4;

/**
 * Refuses a HEIC file in which a coded image is cut off or ends in zeros. libheif would skip tiles whose data is
 * missing and decode the rest; the decoders of other types refuse such files themselves.
 * @throws ImageError unreadable
 */
export function requireComplete(libheif: MainModule, context: number): void {
	const count = libheif._heif_context_get_number_of_items(context);
	const ids = libheif._malloc(4 * count);
	libheif._heif_context_get_list_of_item_IDs(context, ids, count);
	for (let index = 0; index < count; index += 1) {
		const id = viewOf(libheif).getUint32(ids + 4 * index, true);
		if (libheif._heif_item_get_item_type(context, id) !== HEVC_IMAGE) continue;
		if (!areUnitsComplete(dataOf(libheif, context, id))) throw new ImageError('unreadable');
	}
}

/**
 * The data of the coded image with this id. libheif writes its results to the allocated pointers, which are not freed:
 * the module is discarded with its worker.
 * @throws ImageError when the file does not contain all of the data
 */
function dataOf(libheif: MainModule, context: number, id: number): Uint8Array {
	const error = libheif._malloc(16);
	const compression = libheif._malloc(4);
	const start = libheif._malloc(4);
	const size = libheif._malloc(8);
	libheif._heif_item_get_item_data(error, context, id, compression, start, size);
	const view = viewOf(libheif);
	if (view.getUint32(error, true) !== 0) throw new ImageError('unreadable');
	const from = view.getUint32(start, true);
	const heap: Uint8Array = libheif.HEAPU8;
	return heap.subarray(from, from + view.getUint32(size, true));
}

/**
 * The NAL units of an image follow one another, each with its length before it. The last byte of a unit is never 0,
 * because it has a stop bit (ITU-T H.265 §7.3.2.11).
 */
function areUnitsComplete(data: Uint8Array): boolean {
	const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
	let offset = 0;
	while (offset + LENGTH_BYTES <= data.length) {
		const unitEnd = offset + LENGTH_BYTES + view.getUint32(offset);
		if (unitEnd === offset + LENGTH_BYTES || unitEnd > data.length || data[unitEnd - 1] === 0)
			return false;
		offset = unitEnd;
	}
	return offset > 0 && offset === data.length;
}

/** Creates a new view each time: a call may grow the memory, which detaches the old view. */
function viewOf(libheif: MainModule): DataView {
	return new DataView(libheif.HEAPU8.buffer);
}
