import type { Redis } from 'ioredis';
import { reasonOf } from '#server/db/errors.ts';

/** The first version with streams; Valkey reports 7. */
const MIN_REDIS_VERSION = 5;
/** Errors that waiting does not fix. */
const WRONG_PASSWORD = /WRONGPASS|NOAUTH|invalid (username|password)/i;

/**
 * Connects, retrying until the timeout, so that machines may start in any order.
 * @param displayAddress address for messages, without the password
 * @throws Error with a one-line message that names REDIS_URL and the remedy, and contains no password
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
	// The `error` event has the better message.
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

/** @throws Error with a one-line message that names REDIS_URL */
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
