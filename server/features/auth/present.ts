import { enteredAddress } from '#contract/accounts/address.ts';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import type { SessionRow, UserRow } from './queries.ts';

/** A user's own account, including contact details, which no other user gets. */
export function presentOwnAccount(user: UserRow, photoUrls: PhotoUrls): OwnAccount {
	return {
		id: user.id,
		userName: user.userName,
		email: user.email,
		phoneNumber: user.phone,
		profilePicUrl: presentPicture(user, photoUrls),
		isVerified: user.verifiedAt !== null,
		createdAt: user.createdAt.toISOString(),
	};
}

/** The public part of a user. */
export function presentPerson(user: UserRow, photoUrls: PhotoUrls) {
	return {
		id: user.id,
		userName: user.userName,
		// Clients read either of the two.
		name: user.userName,
		profilePicUrl: presentPicture(user, photoUrls),
		isVerified: user.verifiedAt !== null,
	};
}

/** The picture of a banned user is hidden from everyone. */
function presentPicture({ pictureHash, bannedAt }: UserRow, photoUrls: PhotoUrls): string | null {
	return pictureHash === null || bannedAt ? null : photoUrls.of(pictureHash);
}

/** What the forms of the account page show. */
export function ownDetails(user: UserRow) {
	return { userName: user.userName, email: enteredAddress(user), phoneNumber: user.phone };
}

/** A session in the user's list of own sessions. */
export function presentSession(session: SessionRow, currentId: string) {
	return {
		id: session.id,
		device: deviceNameOf(session.userAgent),
		createdAt: session.createdAt.toISOString(),
		lastSeenAt: session.lastSeenAt.toISOString(),
		isCurrent: session.id === currentId,
	};
}

/** Tested in this order, the specific names first: every user agent contains 'Mozilla' and most contain 'Safari'. */
const BROWSERS: readonly [RegExp, string][] = [
	[/\bEdg(e|A|iOS)?\//, 'Edge'],
	[/\b(OPR|Opera)\//, 'Opera'],
	[/\bSamsungBrowser\//, 'Samsung Internet'],
	[/\b(Firefox|FxiOS)\//, 'Firefox'],
	[/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
	[/\bSafari\//, 'Safari'],
];
const OPERATING_SYSTEMS: readonly [RegExp, string][] = [
	[/\biPhone\b/, 'iPhone'],
	[/\biPad\b/, 'iPad'],
	[/\bAndroid\b/, 'Android'],
	[/\bWindows\b/, 'Windows'],
	[/\b(Macintosh|Mac OS X)\b/, 'Mac'],
	[/\bCrOS\b/, 'ChromeOS'],
	[/\bLinux\b/, 'Linux'],
];

/** A readable browser name such as 'Chrome on Android', by which users recognise their own devices. */
export function deviceNameOf(userAgent: string | null): string {
	const browser = matchName(BROWSERS, userAgent);
	const system = matchName(OPERATING_SYSTEMS, userAgent);
	if (browser && system) return `${browser} on ${system}`;
	return browser ?? system ?? 'Unknown device';
}

function matchName(
	names: readonly [RegExp, string][],
	userAgent: string | null,
): string | undefined {
	return names.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1];
}
