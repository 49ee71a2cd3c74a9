import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { register } from '#contract/auth/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { submitFeedback } from '#contract/feedback/endpoints.ts';
import { openLocalCounter } from '#server/cluster/counter.ts';
import { AppError } from '#server/lib/app-error.ts';
import { mountErrors } from './errors.ts';
import { FLOOD_LIMITS, mountFloodLimits } from './limits.ts';

/** The messages of the refused requests. */
const refusals: string[] = [];

function openEndpoint(endpoint: typeof register | typeof submitFeedback) {
	const app = Fastify();
	mountErrors(app);
	app.addHook('onRequest', async ({ headers }) => {
		if (headers['x-refused']) throw new AppError('too_many', REQUEST_ERRORS.tooMany);
	});
	mountFloodLimits(app, openLocalCounter);
	app.post('/', { config: { endpoint } }, async () => ({}));
	return async (headers = {}) => {
		const res = await app.inject({ method: 'POST', url: '/', payload: {}, headers });
		if (res.statusCode === 429) refusals.push(res.json().message);
		return res.statusCode;
	};
}

test.each([
	{
		name: 'sign-ups',
		endpoint: register,
		limits: FLOOD_LIMITS['sign-up'],
		reason: 'Many people signed up from your network just now.',
	},
	{
		name: 'feedback messages',
		endpoint: submitFeedback,
		limits: FLOOD_LIMITS['visitor feedback'],
		reason: 'Many people wrote to us from your network just now.',
	},
])(
	'$name from one IP address have a limit per hour, and are accepted again in the next hour; the refusal says why',
	async (kind) => {
		vi.useFakeTimers({ toFake: ['performance'] });
		const send = openEndpoint(kind.endpoint);
		const [burst, hour] = kind.limits;
		const sendBurst = async () => {
			let acceptedCount = 0;
			for (let n = 0; n < burst.max; n++) acceptedCount += (await send()) === 200 ? 1 : 0;
			return acceptedCount;
		};

		let acceptedCount = 0;
		for (let elapsed = 0; elapsed < hour.seconds; elapsed += burst.seconds) {
			acceptedCount += await sendBurst();
			vi.advanceTimersByTime(burst.seconds * 1000);
		}

		expect(acceptedCount).toBe(hour.max);
		expect(refusals.at(-1)).toBe(`${kind.reason} Please try again in ten minutes.`);
		expect(await sendBurst()).toBe(burst.max);
		await send();
		expect(refusals.at(-1)).toBe(`${kind.reason} Please try again in ten minutes.`);
	},
);

test('a sign-up refused by another limit is not refunded from the count of sign-ups', async () => {
	const signUp = openEndpoint(register);
	const [burst] = FLOOD_LIMITS['sign-up'];
	for (let n = 0; n < burst.max; n++) await signUp();

	for (let n = 0; n < 5; n++) await signUp({ 'x-refused': 'yes' });

	expect(await signUp()).toBe(429);
});
