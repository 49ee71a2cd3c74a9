import { LARGEST_WIDTH, PHOTO_WIDTHS, type PhotoWidth } from '#contract/photos/sizes.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

export const CHAT_PHOTOS_PATH = '/chat-photos/';

/** Who may use a signed URL of a chat's photo: one of the chat's two people, or the administrators of a report. */
export type PhotoViewer = { userId: number } | { reportId: number };

const FILE_NAME = new RegExp(`^([1-9]\\d{0,14})-(${PHOTO_WIDTHS.join('|')})\\.webp$`);
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
	const sig = sign(signedText(id, viewer, until), secrets);
	return `${publicUrl}${CHAT_PHOTOS_PATH}${id}-${LARGEST_WIDTH}.webp?${kind}=${viewerId}&until=${until}&sig=${sig}`;
}

/** The photo that a URL opens; undefined if the URL is not signed by us, or no longer valid. */
export function readChatPhotoUrl(
	fileName: string,
	{ user, report, until, sig }: ChatPhotoSignature,
	{ secrets, now }: Signing,
): SignedChatPhoto | undefined {
	const name = FILE_NAME.exec(fileName);
	const viewer = readViewer(user, report);
	if (!name || !viewer || typeof until !== 'string' || typeof sig !== 'string') return undefined;
	if (!/^\d{1,12}$/.test(until)) return undefined;
	const id = Number(name[1]);
	const remainingSeconds = Number(until) - Math.floor(now.getTime() / 1000);
	if (remainingSeconds <= 0 || !isSigned(signedText(id, viewer, until), sig, secrets))
		return undefined;
	return { id, width: Number(name[2]) as PhotoWidth, viewer, remainingSeconds };
}

function readViewer(user: unknown, report: unknown): PhotoViewer | undefined {
	const viewerId = user ?? report;
	if (typeof viewerId !== 'string' || !/^[1-9]\d{0,9}$/.test(viewerId)) return undefined;
	return user === undefined ? { reportId: Number(viewerId) } : { userId: Number(viewerId) };
}

/** The text that is signed: with the photo's id, without its width, which clients replace. */
function signedText(id: number, viewer: PhotoViewer, until: string): string {
	const signedFor = 'userId' in viewer ? `user ${viewer.userId}` : `report ${viewer.reportId}`;
	return `chat photo address\n${id}\n${signedFor}\n${until}`;
}
