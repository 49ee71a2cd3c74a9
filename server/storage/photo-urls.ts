import { SIGNED_PHOTO_MS } from '#contract/photos/signed-urls.ts';
import { LARGEST_WIDTH, PHOTO_WIDTHS, type PhotoWidth } from '#contract/photos/sizes.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

const FILE_NAME = new RegExp(`^([0-9a-f]{64})-(${PHOTO_WIDTHS.join('|')})\\.webp$`);
const PHOTOS_PATH = '/photos/';
const SIGNATURE_SECONDS = SIGNED_PHOTO_MS / 1000;

/** Unvalidated query of a signed URL. */
export interface PhotoSignature {
	/** Seconds since 1970. */
	until?: unknown;
	sig?: unknown;
}

interface PhotoUrlOptions {
	/** Origin of the URL; without it the URL is root-relative. */
	publicUrl?: string | undefined;
	/** Gives access to a photo that is not public; the caller must have checked access. */
	signed?: { secrets: Secrets; now: Date };
}

/** Name of the stored file of a photo at a width. */
export function photoFileName(hash: string, width: PhotoWidth): string {
	return `${hash}-${width}.webp`;
}

/** Names of all files of a photo. */
export function photoFileNames(hash: string): string[] {
	return PHOTO_WIDTHS.map((width) => photoFileName(hash, width));
}

/** Whether a file name is that of the largest width. */
export function isLargest(name: string): boolean {
	return name.endsWith(`-${LARGEST_WIDTH}.webp`);
}

/** Pixels of the JPEG for link previews, at most. */
export const JPEG_WIDTH = 640;
const JPEG_NAME = new RegExp(`^([0-9a-f]{64})-${JPEG_WIDTH}\\.jpg$`);

/** URL of the same photo as a JPEG, because some programs that preview links cannot read WebP. */
export function jpegUrl(url: string): string {
	return url.replace(/-\d+\.webp$/, `-${JPEG_WIDTH}.jpg`);
}

/** The photo's hash if `name` is that of the JPEG, which is not stored, else undefined. */
export function hashOfJpegName(name: string): string | undefined {
	return JPEG_NAME.exec(name)?.[1];
}

/** The photo's hash if `name` is a valid photo file name, else undefined. */
export function hashOfFileName(name: string): string | undefined {
	return FILE_NAME.exec(name)?.[1];
}

/** URL of a photo at its largest width; clients replace the width (`photoUrlAt` of the contract). */
export function photoUrl(hash: string, { publicUrl = '', signed }: PhotoUrlOptions = {}): string {
	const url = `${publicUrl}${PHOTOS_PATH}${photoFileName(hash, LARGEST_WIDTH)}`;
	if (!signed) return url;
	const until = Math.floor(signed.now.getTime() / 1000) + SIGNATURE_SECONDS;
	return `${url}?until=${until}&sig=${sign(signedText(hash, String(until)), signed.secrets)}`;
}

/** Whether a signature is valid now for the photo, at any width. */
export function isSignedFor(
	hash: string,
	{ until, sig }: PhotoSignature,
	{ secrets, now }: { secrets: Secrets; now: Date },
): boolean {
	if (typeof until !== 'string' || typeof sig !== 'string') return false;
	if (!/^\d{1,12}$/.test(until)) return false;
	if (!isSigned(signedText(hash, until), sig, secrets)) return false;
	return Number(until) * 1000 > now.getTime();
}

/**
 * The hash of the photo in a URL, regardless of host, width and query. A client may send back a URL
 * that it got under another host name of this server. Undefined for other URLs.
 */
export function hashOfPhotoUrl(url: string): string | undefined {
	const path = URL.parse(url, 'http://market.invalid')?.pathname;
	return path?.startsWith(PHOTOS_PATH) ? hashOfFileName(path.slice(PHOTOS_PATH.length)) : undefined;
}

/** The text that is signed: with the photo's hash, without the width, which clients replace. */
function signedText(hash: string, until: string): string {
	return `photo address\n${hash}\n${until}`;
}
