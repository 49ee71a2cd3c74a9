import { SIGNED_PHOTO_MS } from '#contract/photos/signed-urls.ts';
import { LARGEST_WIDTH, PHOTO_WIDTHS, type PhotoWidth } from '#contract/photos/sizes.ts';
import { isSigned, type Secrets, sign } from '#server/lib/secrets.ts';

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

export const CHAT_PHOTOS_PATH = '/chat-photos/';

/** Who may use a signed URL of a chat's photo: one of the chat's two people, or the administrators of a report. */
export type PhotoViewer = { userId: number } | { reportId: number };

const CHAT_FILE_NAME = new RegExp(`^([1-9]\\d{0,14})-(${PHOTO_WIDTHS.join('|')})\\.webp$`);
const HOUR_SECONDS = 60 * 60;

/**
 * URLs expire at multiples of the period, one to two periods after they are made. So all replies within a period have
 * the same URL, whose photo the browser has in its cache.
 */
const PERIOD_SECONDS = { user: 12 * HOUR_SECONDS, report: HOUR_SECONDS / 6 };

interface Signing {
	secrets: Secrets;
	now: Date;
}

/** Unvalidated query of a signed URL. */
export interface ChatPhotoSignature {
	user?: unknown;
	report?: unknown;
	/** Seconds since 1970. */
	until?: unknown;
	sig?: unknown;
}

/** A chat's photo that a URL opens. */
export interface SignedChatPhoto {
	id: number;
	width: PhotoWidth;
	viewer: PhotoViewer;
	/** Seconds for which the URL stays valid. */
	remainingSeconds: number;
}

/**
 * URL of a chat's photo at its largest width; clients replace the width (`photoUrlAt` of the contract).
 * @param publicUrl origin; without it the URL is root-relative
 */
export function chatPhotoUrl(
	id: number,
	viewer: PhotoViewer,
	{ publicUrl = '', secrets, now }: Signing & { publicUrl?: string | undefined },
): string {
	const [kind, viewerId] =
		'userId' in viewer
			? (['user', viewer.userId] as const)
			: (['report', viewer.reportId] as const);
	const period = PERIOD_SECONDS[kind];
	const until = String((Math.floor(now.getTime() / 1000 / period) + 2) * period);
	const sig = sign(signedChatText(id, viewer, until), secrets);
	return `${publicUrl}${CHAT_PHOTOS_PATH}${id}-${LARGEST_WIDTH}.webp?${kind}=${viewerId}&until=${until}&sig=${sig}`;
}

/** The photo that a URL opens; undefined if the URL is not signed by us, or no longer valid. */
export function readChatPhotoUrl(
	fileName: string,
	{ user, report, until, sig }: ChatPhotoSignature,
	{ secrets, now }: Signing,
): SignedChatPhoto | undefined {
	const name = CHAT_FILE_NAME.exec(fileName);
	const viewer = readViewer(user, report);
	if (!name || !viewer || typeof until !== 'string' || typeof sig !== 'string') return undefined;
	if (!/^\d{1,12}$/.test(until)) return undefined;
	const id = Number(name[1]);
	const remainingSeconds = Number(until) - Math.floor(now.getTime() / 1000);
	if (remainingSeconds <= 0 || !isSigned(signedChatText(id, viewer, until), sig, secrets))
		return undefined;
	return { id, width: Number(name[2]) as PhotoWidth, viewer, remainingSeconds };
}

function readViewer(user: unknown, report: unknown): PhotoViewer | undefined {
	const viewerId = user ?? report;
	if (typeof viewerId !== 'string' || !/^[1-9]\d{0,9}$/.test(viewerId)) return undefined;
	return user === undefined ? { reportId: Number(viewerId) } : { userId: Number(viewerId) };
}

/** The text that is signed: with the photo's id, without its width, which clients replace. */
function signedChatText(id: number, viewer: PhotoViewer, until: string): string {
	const signedFor = 'userId' in viewer ? `user ${viewer.userId}` : `report ${viewer.reportId}`;
	return `chat photo address\n${id}\n${signedFor}\n${until}`;
}

/** Builds the URLs of photos. */
export interface PhotoUrls {
	/** Public URL. */
	of: (hash: string) => string;
	/** Signed URL, valid for ten minutes; the caller must have checked access. */
	signed: (hash: string) => string;
	/** URL of a chat's photo, signed for a viewer; the caller must have checked access. */
	inChat: (photoId: number, viewer: PhotoViewer) => string;
}

/** @param publicUrl origin of absolute URLs; without it they are root-relative */
export function createPhotoUrls(publicUrl: string | undefined, secrets: Secrets): PhotoUrls {
	return {
		of: (hash) => photoUrl(hash, { publicUrl }),
		signed: (hash) => photoUrl(hash, { publicUrl, signed: { secrets, now: new Date() } }),
		inChat: (photoId, viewer) =>
			chatPhotoUrl(photoId, viewer, { publicUrl, secrets, now: new Date() }),
	};
}
