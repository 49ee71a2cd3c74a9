import { open } from 'node:fs/promises';

export type ImageType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'heic';

/** Enough for the longest check: the brand list of a HEIF file. */
const HEAD_BYTES = 64;

/** Brands that name the codec of a HEIF file; `mif1` and similar brands only say that it is HEIF (ISO/IEC 23008-12). */
const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis'];
const AVIF_BRANDS = ['avif', 'avis'];

/** Detects the type by the first bytes; the file name and the declared type are not trusted. */
export async function detectFileType(path: string): Promise<ImageType | undefined> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
		return detectImageType(buffer.subarray(0, bytesRead));
	} finally {
		await file.close();
	}
}

/** Returns undefined for a type that is not accepted. */
export function detectImageType(header: Uint8Array): ImageType | undefined {
	const text = Buffer.from(header).toString('latin1');
	if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
	if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
	if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
	if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
	return text.slice(4, 8) === 'ftyp' ? detectBrandType(brandsOf(header, text)) : undefined;
}

/** The major brand, then the compatible brands; the four bytes between them are a version. */
function brandsOf(header: Uint8Array, text: string): string[] {
	const boxBytes = Buffer.from(header).readUInt32BE(0);
	const brands = text.slice(8, boxBytes).match(/[\s\S]{4}/g) ?? [];
	return brands.filter((_, index) => index !== 1);
}

function detectBrandType(brands: string[]): ImageType | undefined {
	for (const brand of brands) {
		if (AVIF_BRANDS.includes(brand)) return 'avif';
		if (HEIC_BRANDS.includes(brand)) return 'heic';
	}
	return undefined;
}

export type ImageErrorReason =
	| 'unreadable'
	| 'tooManyPixels'
	/** The machine was too busy to decode the file in time; the file may be valid. */
	| 'busy';

/** Why a file could not become a photo; `preparePhotos` turns it into an AppError. */
export class ImageError extends Error {
	readonly reason: ImageErrorReason;

	constructor(reason: ImageErrorReason, cause?: unknown) {
		super(reason, { cause });
		this.reason = reason;
	}
}
