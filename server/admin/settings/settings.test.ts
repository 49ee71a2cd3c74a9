import { desc } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { MAINTENANCE_DEFAULTS } from '#contract/maintenance/facts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { announcements } from '#server/db/schema/notices.ts';
import { settings } from '#server/db/schema/settings.ts';
import { openApp } from '#tests/support/app.ts';
import { openOfficeLine } from '#tests/support/office-line.ts';

const t = await openApp();
const dean = await t.admin({ roleLevel: 'super_admin' });
const clerk = await t.admin();
const OPEN = {
	maintenanceMode: false,
	maintenanceMessage: MAINTENANCE_DEFAULTS.message,
	estimatedDowntime: MAINTENANCE_DEFAULTS.estimatedDowntime,
	requireTwoStep: false,
};
const WORDS = { maintenanceMessage: 'New disks.', estimatedDowntime: 'Until 6 PM' };
const WAIT = { timeout: 20_000, interval: 5 };

const change = (body: object, by = dean) => t.as(by).put('/admin/settings', body);
const marketStatus = async () => (await t.as(null).get('/item/get-all-items')).statusCode;

async function lastEntry() {
	const [entry] = await t.db
		.select({
			action: auditLog.action,
			adminId: auditLog.adminId,
			target: auditLog.target,
			details: auditLog.details,
			severity: auditLog.severity,
		})
		.from(auditLog)
		.orderBy(desc(auditLog.id))
		.limit(1);
	return entry;
}

beforeEach(async () => {
	await t.db.update(settings).set(OPEN);
	await vi.waitUntil(async () => (await marketStatus()) !== 503, WAIT);
});

describe('the settings', () => {
	test('are told to super administrators, which is logged', async () => {
		const res = await t.as(dean).get('/admin/settings');

		expect(res.json()).toEqual({
			success: true,
			settings: OPEN,
			message: SETTINGS_MESSAGES.loaded,
		});
		expect(await lastEntry()).toMatchObject({
			action: 'VIEW_SETTINGS',
			adminId: dean.id,
			target: 'settings',
		});
	});

	test('are closed to other administrators, and their attempts are logged', async () => {
		const seen = await t.as(clerk).get('/admin/settings');
		const changed = await change({ maintenanceMode: true }, clerk);

		expect([seen, changed].map((res) => [res.statusCode, res.json().message])).toEqual([
			[403, COMMON_MESSAGES.superAdminOnly],
			[403, COMMON_MESSAGES.superAdminOnly],
		]);
		expect(await lastEntry()).toMatchObject({
			action: 'ATTEMPT_UPDATE_SETTINGS',
			adminId: clerk.id,
			severity: 'HIGH',
		});
		expect(await marketStatus()).toBe(200);
	});

	test('keep what a change does not name, and get the standard words back for empty ones', async () => {
		await change({ maintenanceMode: false, ...WORDS, requireTwoStep: false });

		const kept = await change({ maintenanceMode: false });
		const emptied = await change({ maintenanceMode: false, maintenanceMessage: ' ' });

		expect(kept.json()).toEqual({
			success: true,
			settings: { ...OPEN, ...WORDS },
			message: SETTINGS_MESSAGES.updated,
		});
		expect(emptied.json().settings).toEqual({
			...OPEN,
			estimatedDowntime: WORDS.estimatedDowntime,
		});
	});

	test('are logged with what has changed, and no more', async () => {
		await change({ maintenanceMode: false, ...WORDS });
		const words = await lastEntry();
		await change({ maintenanceMode: false, ...WORDS });
		const nothing = await lastEntry();

		expect(words).toEqual({
			action: 'SETTINGS_UPDATED',
			adminId: dean.id,
			target: 'settings',
			details: 'maintenance message "New disks."; estimated downtime "Until 6 PM"',
			severity: 'HIGH',
		});
		expect(nothing?.details).toBe('nothing changed');
	});

	test('refuse what is no switch', async () => {
		const res = await change({ maintenanceMode: 'yes' });

		expect([res.statusCode, res.json().message]).toEqual([400, SETTINGS_MESSAGES.mode]);
	});
});

describe('switching maintenance on', () => {
	test('closes the market, not the back-office, and is told to administrators at once', async () => {
		const line = await openOfficeLine(t, clerk);

		const res = await change({ maintenanceMode: true, ...WORDS });

		expect(res.json().settings).toEqual({ ...OPEN, ...WORDS, maintenanceMode: true });
		await vi.waitUntil(async () => (await marketStatus()) === 503, WAIT);
		expect((await t.as(dean).get('/admin/settings')).statusCode).toBe(200);
		await vi.waitUntil(() => JSON.stringify(heardBy(line)).includes('notifications'), WAIT);
		expect(heardBy(line)).toContainEqual({ what: 'settings' });
		expect(line.socket.connected).toBe(true);
		expect((await lastEntry())?.action).toBe('VIEW_SETTINGS');
	});

	test('and off again leaves a notification each, for administrators only', async () => {
		const before = await t.db.$count(announcements);

		await change({ maintenanceMode: true, ...WORDS });
		await change({ maintenanceMode: true, estimatedDowntime: 'Until 7 PM' });
		await change({ maintenanceMode: false });

		const told = await t.db.select().from(announcements).orderBy(announcements.id).offset(before);
		const about = { target: 'admins', link: '/admin/settings', deliveredAt: null };
		expect(told).toMatchObject([
			{
				...about,
				type: 'warning',
				title: SETTINGS_MESSAGES.closed,
				message: 'Users read: New disks. Estimated downtime: Until 6 PM',
			},
			{ ...about, type: 'success', title: SETTINGS_MESSAGES.opened },
		]);
	});
});

const heardBy = (line: Awaited<ReturnType<typeof openOfficeLine>>) =>
	line.heard(ADMIN_EVENTS.changed);

test('whoever requires two-step sign-in without having it must set it up at their next call', async () => {
	const res = await change({ maintenanceMode: false, requireTwoStep: true });

	const next = await t.as(dean).get('/admin/settings');
	expect(res.json().settings.requireTwoStep).toBe(true);
	expect(next.statusCode).toBe(403);
	expect((await t.as(dean).get('/admin/profile')).json().admin.mustSetUpTwoStep).toBe(true);
});
