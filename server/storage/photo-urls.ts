import { LARGEST_WIDTH, PHOTO_WIDTHS, type PhotoWidth } from '#contract/photos/sizes.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

const FILE_NAME = new RegExp(`^([0-9a-f]{64})-(${PHOTO_WIDTHS.join('|')})\\.webp$`);
const FOLDER = '/photos/';
/** A signed address is good for ten minutes (decisions, "Items"). */
const SIGNED_SECONDS = 10 * 60;

/** The query of a signed address, as anyone may have sent it. */
export interface PhotoSignature {
	/** Seconds since 1970. */
	until?: unknown;
	sig?: unknown;
}

interface AddressOptions {
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
export function photoAddress(
	hash: string,
	{ publicUrl = '', signed }: AddressOptions = {},
): string {
	const address = `${publicUrl}${FOLDER}${photoFileName(hash, LARGEST_WIDTH)}`;
	if (!signed) return address;
	const until = Math.floor(signed.now.getTime() / 1000) + SIGNED_SECONDS;
	return `${address}?until=${until}&sig=${sign(signedText(hash, String(until)), signed.secrets)}`;
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
export function hashOfAddress(address: string): string | undefined {
	const path = URL.parse(address, 'http://market.invalid')?.pathname;
	return path?.startsWith(FOLDER) ? hashOfFileName(path.slice(FOLDER.length)) : undefined;
}

/** Covers the hash and not the width, because receivers swap it. */
function signedText(hash: string, until: string): string {
	return `photo address\n${hash}\n${until}`;
}
