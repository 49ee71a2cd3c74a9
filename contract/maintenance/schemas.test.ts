import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MAINTENANCE_ERRORS } from '#contract/maintenance/errors.ts';
import { MAINTENANCE_DEFAULTS, MAINTENANCE_LIMITS, MAINTENANCE_MESSAGES } from './facts.ts';
import { maintenanceErrorReply, maintenanceStatus } from './schemas.ts';

test('the defaults, texts and poll interval of maintenance are those that clients and screens show', () => {
	expect(MAINTENANCE_DEFAULTS).toEqual({
		message: 'System is under maintenance. Please try again later.',
		estimatedDowntime: 'Unknown',
	});
	expect(MAINTENANCE_MESSAGES).toMatchObject({
		title: 'Under Maintenance',
		refresh: 'Refresh Page',
	});
	expect(MAINTENANCE_LIMITS.reopenPollMs).toBe(30_000);
});

test('the maintenance status has the flag under both names, `maintenance` and `maintenanceMode`', () => {
	const information = {
		success: true,
		maintenance: true,
		maintenanceMode: true,
		...MAINTENANCE_DEFAULTS,
		since: '2026-11-24T08:30:00.000Z',
	};

	expect(z.parse(maintenanceStatus, information)).toEqual(information);
	expect(
		z.safeParse(maintenanceStatus, { ...information, maintenanceMode: undefined }).success,
	).toBe(false);
});

test('the error reply during maintenance has the flag, the message and the estimated downtime', () => {
	const refusal = MAINTENANCE_ERRORS.closed(MAINTENANCE_DEFAULTS.message);
	const body = { success: false, maintenance: true, ...MAINTENANCE_DEFAULTS, ...refusal };

	expect(z.parse(maintenanceErrorReply, body)).toEqual(body);
	expect(z.safeParse(maintenanceErrorReply, { ...body, maintenance: false }).success).toBe(false);
});
