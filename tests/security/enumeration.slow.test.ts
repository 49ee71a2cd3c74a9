import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { openApp } from '#tests/support/app.ts';
import { openSockets } from '#tests/support/sockets.ts';

const t = await openApp();
const { connect } = await openSockets(t);
const nobody = t.as(null);
/** The measurements per request; `npm run test:security` sets a higher number. */
// biome-ignore lint/style/noProcessEnv: the caller decides the number of rounds
const ROUNDS = Number(process.env.SECURITY_ROUNDS ?? 7);
/** The rounds for requests whose response takes a quarter of a second. */
const FEW_ROUNDS = Math.ceil(ROUNDS / 3);
/**
 * The slowest request may take this many times as long as the fastest. Durations vary on every machine; a real
 * leak, such as a skipped password hash, makes a factor of ten.
 */
const MAX_DURATION_FACTOR = 2.5;
/** While the durations differ, up to this many times as many rounds are measured. */
const MAX_ROUNDS_FACTOR = 8;

const member = await t.student({ phone: '+919812345670', emailConfirmedAt: new Date() });
const withoutPassword = await t.student({ passwordHash: null });
const banned = await t.student({ bannedAt: new Date() });
const deletedStudent = await t.student({ deletedAt: new Date() });
const administrator = await t.admin();
const removed = await t.admin({ removedAt: new Date() });
const unknown = () => `${randomUUID()}@campus.example`;

type Answer = Awaited<ReturnType<typeof nobody.get>>;
type SendRequest = () => Promise<Answer>;

/** A response without its date and request id. */
function comparableResponse({ statusCode, statusMessage, headers, body }: Answer): unknown {
	const { date: _date, 'x-request-id': _reference, ...others } = headers;
	return { statusCode, statusMessage, headers: others, body };
}

async function expectSameResponses(requests: readonly SendRequest[]): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const send of requests) answers.push(await send());
	for (const answer of answers)
		expect(comparableResponse(answer)).toEqual(comparableResponse(answers[0] as Answer));
	return answers;
}

/**
 * Expects all requests to take about the same time. They are sent in turn, and the shortest duration of each is
 * compared, because other load on the machine only adds time. While these durations differ, more rounds follow: the
 * noise of a busy machine goes away, a real leak stays.
 */
async function expectSameDuration(
	requests: readonly SendRequest[],
	rounds = ROUNDS,
): Promise<void> {
	const fastestMs = requests.map(() => Number.POSITIVE_INFINITY);
	const spread = () => Math.max(...fastestMs) / Math.min(...fastestMs);
	// The first request of each warms up and is not measured.
	for (const send of requests) await send();
	for (
		let round = 0;
		round < rounds || (round < rounds * MAX_ROUNDS_FACTOR && spread() >= MAX_DURATION_FACTOR);
		round++
	) {
		for (const [index, send] of requests.entries()) {
			const start = performance.now();
			await send();
			const durationMs = performance.now() - start;
			fastestMs[index] = Math.min(fastestMs[index] ?? Number.POSITIVE_INFINITY, durationMs);
		}
	}
	expect(spread(), fastestMs.join()).toBeLessThan(MAX_DURATION_FACTOR);
}

const logIn = (sent: object) => () => nobody.post('/auth/login', { password: 'a guess', ...sent });
const SIGN_INS = [
	logIn({ email: member.email }),
	logIn({ email: unknown() }),
	logIn({ email: withoutPassword.email }),
	logIn({ email: banned.email }),
	logIn({ email: deletedStudent.email }),
	logIn({ phoneNumber: '9812345670' }),
	logIn({ phoneNumber: '9812345679' }),
	logIn({ phoneNumber: '0000000000' }),
];
const requestPasswordReset = (sent: object) => () => nobody.post('/auth/forgot-password', sent);
const RESET_REQUESTS = [
	requestPasswordReset({ email: member.email }),
	requestPasswordReset({ email: unknown() }),
	requestPasswordReset({ email: banned.email }),
	requestPasswordReset({ email: deletedStudent.email }),
	requestPasswordReset({ phoneNumber: '9812345670' }),
	requestPasswordReset({ phoneNumber: '9812345679' }),
];
const adminLogIn = (email: string) => () =>
	nobody.post('/admin/login', { email, password: 'a guess' });
const ADMIN_SIGN_INS = [
	adminLogIn(administrator.email),
	adminLogIn(unknown()),
	adminLogIn(removed.email),
];

describe('protection against account enumeration', () => {
	test('a failed sign-in reveals neither whether the account exists nor why the sign-in failed', async () => {
		const [first] = await expectSameResponses(SIGN_INS);

		expect(first?.json()).toEqual({ success: false, ...AUTH_ERRORS.invalidCredentials });
	});

	test('the duration of a failed sign-in does not reveal whether the account exists', () =>
		expectSameDuration(SIGN_INS));

	test('a request for a password link does not reveal whether the account exists', async () => {
		const [first] = await expectSameResponses(RESET_REQUESTS);

		expect(first?.statusCode).toBe(200);
	});

	test('the duration of a request for a password link does not reveal whether the account exists', async () => {
		// Only the first request for an account within a minute does all the work.
		const freshStudents = await Promise.all(
			Array.from({ length: FEW_ROUNDS + 1 }, () => t.student({ emailConfirmedAt: new Date() })),
		);

		const requests = [
			() => requestPasswordReset({ email: freshStudents.pop()?.email })(),
			() => requestPasswordReset({ email: unknown() })(),
		];
		await expectSameDuration(requests, FEW_ROUNDS);
	});

	test('a failed sign-in to the back-office does not reveal whether the administrator exists', async () => {
		const [first] = await expectSameResponses(ADMIN_SIGN_INS);

		expect(first?.statusCode).toBe(401);
	});

	test('the duration of a failed sign-in to the back-office does not reveal whether the administrator exists', () =>
		expectSameDuration(ADMIN_SIGN_INS));

	test('the duration still does not reveal an administrator when failed sign-ins to the back-office are no longer logged', async () => {
		const rateLimited = await openApp({ RATE_LIMIT: 'on' });
		const known = await rateLimited.admin();
		let count = 0;
		const signInFrom = (email: string, address: string) =>
			rateLimited.as(null).call('POST', '/admin/login', {
				payload: { email, password: 'a guess' },
				remoteAddress: address,
			});
		for (let n = 0; n < 12; n++) await signInFrom(unknown(), '203.0.113.7');

		await expectSameDuration([
			// A new address each time: after ten failures from one address a known email has to wait, while an unknown one is
			// only no longer logged.
			() => signInFrom(known.email, `198.51.100.${++count}`),
			() => signInFrom(unknown(), '203.0.113.7'),
		]);
	});

	test.each(['/auth/reset-password', '/auth/confirm-email'])(
		'all invalid tokens for %s get the same response',
		async (url) => {
			const unconfirmedStudent = await t.student({ emailConfirmedAt: null });
			await nobody.post('/auth/forgot-password', { email: unconfirmedStudent.email });
			const send = (token: string) => () =>
				nobody.post(url, { token, password: 'long enough for us' });

			await expectSameResponses(['x', randomUUID(), 'a'.repeat(43), 'a'.repeat(200)].map(send));
		},
	);

	test('a sign-up reports only that an email address or a phone number is taken, also for a banned account', async () => {
		const register = (sent: object) =>
			nobody.post('/auth/register', { userName: 'Asha', password: 'long enough for us', ...sent });

		const [byEmail, byPhone, byBannedEmail] = [
			await register({ email: member.email }),
			await register({ phoneNumber: '9812345670' }),
			await register({ email: banned.email }),
		];

		// "An account with this email already exists."
		expect([byEmail.statusCode, byEmail.json().message]).toEqual([
			409,
			AUTH_ERRORS.emailTaken.message,
		]);
		expect([byPhone.statusCode, byPhone.json().message]).toEqual([
			409,
			AUTH_ERRORS.phoneTaken.message,
		]);
		expect(comparableResponse(byBannedEmail)).toEqual(comparableResponse(byEmail));
	});
});

describe('responses about hidden content', () => {
	/** An id that was never given. */
	const UNUSED_ID = 2_147_483_600;

	test('a deleted user gets the same response as a user that never existed', async () => {
		const asha = t.as(member);

		await expectSameResponses(
			[deletedStudent.id, UNUSED_ID].map((id) => () => asha.get(`/people/${id}`)),
		);
		await expectSameResponses(
			[deletedStudent.id, UNUSED_ID].map((id) => () => asha.get(`/auth/user/${id}`)),
		);
		await expectSameResponses(
			[deletedStudent.id, UNUSED_ID].map((id) => () => asha.put(`/people/${id}/block`)),
		);
	});

	test('to other users, a deleted or banned item gets the same response as an item that never existed', async () => {
		const { id: deleted } = await t.item(member, { deletedAt: new Date() });
		const { id: hidden } = await t.item(member, { bannedAt: new Date() });
		const [outsider, ids] = [await t.student(), [deleted, hidden, UNUSED_ID]];

		for (const url of [
			(id: number) => `/item/${id}`,
			(id: number) => `/item/get-item-details/${id}`,
			(id: number) => `/item/${id}/similar`,
			(id: number) => `/chat/open/${id}/${outsider.id}`,
		]) {
			await expectSameResponses(ids.map((id) => () => t.as(outsider).get(url(id))));
		}
		const markAsSold = (id: number) => () => t.as(outsider).patch(`/item/mark-as-sold/${id}`);
		await expectSameResponses(ids.map(markAsSold));
	});

	test('the photo of a deleted item gets the same response as a photo that never existed', async () => {
		const { hashes } = await t.item(member, { deletedAt: new Date() });
		const photo = (hash: string) => () => t.app.inject(`/photos/${hash}-640.webp`);

		await expectSameResponses([photo(hashes[0] ?? ''), photo('0'.repeat(64))]);
	});

	test('a session of another user gets the same response as a session that never existed', async () => {
		const [one, other] = [await t.student(), await t.student()];
		const { sessions } = (await t.as(other).get('/account/sessions')).json();
		const end = (sid: string) => () => t.as(one).delete(`/account/sessions/${sid}`);

		await expectSameResponses([end(sessions[0].id), end(randomUUID())]);
		expect((await t.as(other).get('/auth')).statusCode).toBe(200);
	});

	test('to a third user, an existing chat gets the same response as a chat that does not exist', async () => {
		const [seller, buyer, silent, outsider] = [
			await t.student(),
			await t.student(),
			await t.student(),
			await t.student(),
		];
		const { id: itemId } = await t.item(seller);
		await t.message(await t.conversation({ id: itemId }, buyer), buyer, 'Is it there?');
		const connection = await connect(outsider);
		const rooms = [buyer.id, silent.id, UNUSED_ID].map((buyerId) => ({ itemId, buyerId }));

		const responses = await Promise.all(
			rooms.map(async (room) => [
				await connection.request(CHAT_EVENTS.joinRoom, { ...room, userType: 'buyer' }),
				await connection.request(CHAT_EVENTS.sendMessage, {
					roomId: formatRoomId(room),
					message: 'Hello',
				}),
			]),
		);

		for (const answers of responses) expect(answers).toEqual(responses[0]);
		const read = (buyerId: number) => () =>
			t.as(outsider).get(`/chat/conversation/${itemId}/${buyerId}`);
		const open = (buyerId: number) => () => t.as(outsider).get(`/chat/open/${itemId}/${buyerId}`);
		const buyerIds = rooms.map(({ buyerId }) => buyerId);
		await expectSameResponses(buyerIds.map(read));
		await expectSameResponses(buyerIds.map(open));
	});
});
