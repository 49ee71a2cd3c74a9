import type { Redis } from 'ioredis';
import { reasonOf } from '#server/db/errors.ts';

/** The first one with streams; Valkey says that it is 7. */
const MIN_REDIS_VERSION = 5;
/** What more waiting does not mend. */
const WRONG_PASSWORD = /WRONGPASS|NOAUTH|invalid (username|password)/i;

/**
 * Connects, and tries again for some seconds where nothing answers: machines that start together need no order.
 * @param displayAddress where it is, for people
 * @throws Error in one line that names REDIS_URL and the mend, and never tells a password
 */
export async function waitForRedis(
	connection: Redis,
	displayAddress: string,
	timeoutMs = 5000,
): Promise<void> {
	const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
	const rejectWith = (message: string) => reject(new Error(`REDIS_URL: ${message}`));
	let lastError = 'no answer';
	const onError = (error: Error) => {
		lastError = reasonOf(error);
		if (WRONG_PASSWORD.test(lastError))
			rejectWith(`${displayAddress} does not accept the password; correct it`);
	};
	const timer = setTimeout(
		() =>
			rejectWith(
				`${displayAddress} can't be reached (${lastError}); start Redis there, or correct the address`,
			),
		timeoutMs,
	);
	connection.on('error', onError);
	connection.once('ready', resolve);
	// The error before it tells more than its own rejection.
	connection.connect().catch(() => undefined);
	try {
		await ready;
	} finally {
		clearTimeout(timer);
		connection.off('error', onError);
		connection.off('ready', resolve);
	}
	requireSupportedServer(await connection.info(), displayAddress);
}

/** @throws Error in one line that names REDIS_URL */
function requireSupportedServer(info: string, displayAddress: string): void {
	const infoField = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
	const version = infoField('redis_version') ?? 'unknown';
	if (!(Number.parseInt(version, 10) >= MIN_REDIS_VERSION)) {
		throw new Error(
			`REDIS_URL: ${displayAddress} is version ${version}; update it to ${MIN_REDIS_VERSION} or later, or to Valkey`,
		);
	}
	if (infoField('redis_mode') === 'cluster') {
		throw new Error(
			`REDIS_URL: ${displayAddress} is a cluster; name one server, or the sentinels of one`,
		);
	}
	if (infoField('role') === 'slave') {
		throw new Error(`REDIS_URL: ${displayAddress} is a copy; name the server that it follows`);
	}
}
