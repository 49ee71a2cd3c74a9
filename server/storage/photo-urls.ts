import { LARGEST_WIDTH, PHOTO_WIDTHS, type PhotoWidth } from '#contract/photos/sizes.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

const FILE_NAME = new RegExp(`^([0-9a-f]{64})-(${PHOTO_WIDTHS.join('|')})\\.webp$`);
const PHOTOS_PATH = '/photos/';
/** A signed address is good for ten minutes (decisions, "Items"). */
const SIGNATURE_SECONDS = 10 * 60;

/** The query of a signed address, as anyone may have sent it. */
export interface PhotoSignature {
	/** Seconds since 1970. */
	until?: unknown;
	sig?: unknown;
}

interface PhotoUrlOptions {
	/** Origin to make the address absolute with; root-relative without. */
	publicUrl?: string | undefined;
	/** Opens a photo that the public no longer sees: the caller has checked who asks. */
	signed?: { secrets: Secrets; now: Date };
}

/** The stored file that holds a photo at one of its widths. */
export function photoFileName(hash: string, width: PhotoWidth): string {
	return `${hash}-${width}.webp`;
}

/** All files of a photo. */
export function photoFileNames(hash: string): string[] {
	return PHOTO_WIDTHS.map((width) => photoFileName(hash, width));
}

/** Whether a file of ours holds a photo at its largest. */
export function isLargest(name: string): boolean {
	return name.endsWith(`-${LARGEST_WIDTH}.webp`);
}

/** The photo's hash when `name` is a file name of ours, else undefined. */
export function hashOfFileName(name: string): string | undefined {
	return FILE_NAME.exec(name)?.[1];
}

/** Where a photo is on the wire, at its largest; the receiver swaps the width (`photoAt` of the contract). */
export function photoUrl(hash: string, { publicUrl = '', signed }: PhotoUrlOptions = {}): string {
	const url = `${publicUrl}${PHOTOS_PATH}${photoFileName(hash, LARGEST_WIDTH)}`;
	if (!signed) return url;
	const until = Math.floor(signed.now.getTime() / 1000) + SIGNATURE_SECONDS;
	return `${url}?until=${until}&sig=${sign(signedText(hash, String(until)), signed.secrets)}`;
}

/** Whether a signature of ours opens the photo, at every width, at this time. */
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
 * The photo that an address names, whatever its host, width and query: a client may send back what it was given by another
 * name of this market. Undefined for anything else.
 */
export function hashOfPhotoUrl(url: string): string | undefined {
	const path = URL.parse(url, 'http://market.invalid')?.pathname;
	return path?.startsWith(PHOTOS_PATH) ? hashOfFileName(path.slice(PHOTOS_PATH.length)) : undefined;
}

/** Covers the hash and not the width, because receivers swap it. */
function signedText(hash: string, until: string): string {
	return `photo address\n${hash}\n${until}`;
}
