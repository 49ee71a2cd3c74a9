import type { Redis } from 'ioredis';
import { reasonOf } from '#server/db/errors.ts';

/** The first one with streams; Valkey says that it is 7. */
const OLDEST = 5;
/** What more waiting does not mend. */
const REFUSED = /WRONGPASS|NOAUTH|invalid (username|password)/i;

/**
 * Connects, and tries again for some seconds where nothing answers: machines that start together need no order.
 * @param place where it is, for people
 * @throws Error in one line that names REDIS_URL and the mend, and never tells a password
 */
export async function requireFirstAnswer(
	line: Redis,
	place: string,
	withinMs = 5000,
): Promise<void> {
	const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
	const refuse = (words: string) => reject(new Error(`REDIS_URL: ${words}`));
	let fault = 'no answer';
	const hear = (error: Error) => {
		fault = reasonOf(error);
		if (REFUSED.test(fault)) refuse(`${place} does not accept the password; correct it`);
	};
	const silence = setTimeout(
		() => refuse(`${place} can't be reached (${fault}); start Redis there, or correct the address`),
		withinMs,
	);
	line.on('error', hear);
	line.once('ready', resolve);
	// The error before it tells more than its own rejection.
	line.connect().catch(() => undefined);
	try {
		await ready;
	} finally {
		clearTimeout(silence);
		line.off('error', hear);
		line.off('ready', resolve);
	}
	requireUsable(await line.info(), place);
}

/** @throws Error in one line that names REDIS_URL */
function requireUsable(info: string, place: string): void {
	const told = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
	const version = told('redis_version') ?? 'unknown';
	if (!(Number.parseInt(version, 10) >= OLDEST)) {
		throw new Error(
			`REDIS_URL: ${place} is version ${version}; update it to ${OLDEST} or later, or to Valkey`,
		);
	}
	if (told('redis_mode') === 'cluster') {
		throw new Error(`REDIS_URL: ${place} is a cluster; name one server, or the sentinels of one`);
	}
	if (told('role') === 'slave') {
		throw new Error(`REDIS_URL: ${place} is a copy; name the server that it follows`);
	}
}
