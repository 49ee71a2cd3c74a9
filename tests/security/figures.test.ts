import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_SESSIONS, RECENT_SIGN_IN_MINUTES } from '#contract/accounts/facts.ts';
import { ADMIN_SESSION_LIMITS } from '#contract/admin/session.ts';
import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { CHAT_LIMITS } from '#contract/chat/facts.ts';
import { SESSION_DAYS } from '#contract/core/cookies.ts';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { UPLOAD_LIMITS } from '#contract/photos/uploads.ts';
import { MAIL_LIMITS } from '#server/features/auth/sign-in-guards.ts';
import { FLOOD_LIMITS, LIMITS } from '#server/http/limits.ts';
import { ROOT } from '#tools/lib/run-program.ts';

const MINUTE_MS = 60_000;
const MEGABYTE = 2 ** 20;
const [signUps, signUpsPerHour] = FLOOD_LIMITS['sign-up'];
const [guestFeedback, guestFeedbackPerHour] = FLOOD_LIMITS['visitor feedback'];

const NUMBER_WORDS: Record<number, string> = { 5: 'five', 10: 'ten', 100: 'one hundred' };
const inWords = (figure: number) => NUMBER_WORDS[figure] ?? String(figure);

/** Phrases that each document must contain, made from the constants of the code. */
const PHRASES = {
	'SECURITY.md': [`sessions of ${SESSION_DAYS} days without an idle limit`],
	'docs/security/measures.md': [
		`1 to ${PHOTO_LIMITS.perItem} photos for an item`,
		`${PHOTO_LIMITS.addMaxBytes / MEGABYTE} MB (${PHOTO_LIMITS.editMaxBytes / MEGABYTE} MB when editing) and ${PHOTO_LIMITS.maxPixels / 1e6} megapixels`,
		`${UPLOAD_LIMITS.maxPending} photos uploaded in advance`,
		`photos a day in chats, of ${CHAT_LIMITS.photoMaxBytes / MEGABYTE} MB`,
		`${CHAT_LIMITS.textMax.toLocaleString('en')} characters in a message`,
		`one address can make ${signUps.max} sign-ups in ten minutes and ${signUpsPerHour.max} an hour`,
		`send ${guestFeedback.max} pieces of feedback in ten minutes and ${guestFeedbackPerHour.max} an hour`,
		`**Passwords** have ${PEOPLE_LIMITS.passwordMin} to ${PEOPLE_LIMITS.passwordMax} characters`,
		`a session that is at most ${RECENT_SIGN_IN_MINUTES} minutes old`,
		`Administrators have ${inWords(ADMIN_SESSION_LIMITS.maxFailures)} wrong passwords in ${ADMIN_SESSION_LIMITS.failureWindowMs / MINUTE_MS} minutes`,
		`can be requested ${inWords(MAIL_LIMITS.perHour)} times an hour by account and network`,
		`one more follows every ${MAIL_LIMITS.longIntervalSeconds / 60} minutes`,
		`each works for ${RECOVERY_LIMITS.resetMinutes} minutes, until one is used`,
		`${MAIL_LIMITS.signUpsPerHour} an hour for all sign-ups of a network`,
		`(${LIMITS.mailing.address} an hour for a network)`,
		`It ends after ${SESSION_DAYS} days, used or not`,
		`It ends after ${ADMIN_SESSION_LIMITS.idleMs / MINUTE_MS} minutes without use and after ${ADMIN_SESSION_LIMITS.maxAgeMs / (60 * MINUTE_MS)} hours at the latest`,
		`the least recently used ones above ${inWords(MAX_SESSIONS)}`,
		`exports ${inWords(LIMITS.exporting.person)} an hour`,
	],
};

test.each(Object.entries(PHRASES))(
	'the document %s states the same limits as the code',
	async (document, phrases) => {
		const text = (await readFile(join(ROOT, document), 'utf8')).replace(/\s+/g, ' ');

		expect(phrases.filter((phrase) => !text.includes(phrase))).toEqual([]);
	},
);
