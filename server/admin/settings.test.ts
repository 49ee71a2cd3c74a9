import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SETTINGS_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { MAINTENANCE_DEFAULTS } from '#contract/maintenance/facts.ts';
import { desc } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { announcements } from '#server/db/schema/notifications.ts';
import { settings } from '#server/db/schema/settings.ts';
import { openAdminConnection } from '#tests/support/admin-connection.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const admin = await t.admin();
const DEFAULT_SETTINGS = {
	maintenanceMode: false,
	maintenanceMessage: MAINTENANCE_DEFAULTS.message,
	estimatedDowntime: MAINTENANCE_DEFAULTS.estimatedDowntime,
	requireTwoStep: false,
};
const MAINTENANCE_TEXTS = { maintenanceMessage: 'New disks.', estimatedDowntime: 'Until 6 PM' };
const WAIT = { timeout: 20_000, interval: 5 };

const change = (body: object, client = superAdmin) => t.as(client).put('/admin/settings', body);
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
	await t.db.update(settings).set(DEFAULT_SETTINGS);
	await vi.waitUntil(async () => (await marketStatus()) !== 503, WAIT);
});

describe('settings of the back-office', () => {
	test('super administrators can read the settings, and the view is logged', async () => {
		const res = await t.as(superAdmin).get('/admin/settings');

		expect(res.json()).toEqual({
			success: true,
			settings: DEFAULT_SETTINGS,
			message: SETTINGS_MESSAGES.loaded,
		});
		expect(await lastEntry()).toMatchObject({
			action: 'VIEW_SETTINGS',
			adminId: superAdmin.id,
			target: 'settings',
		});
	});

	test('a change keeps omitted fields, replaces blank texts with default texts and is logged with the changed fields only', async () => {
		await change({ maintenanceMode: false, ...MAINTENANCE_TEXTS, requireTwoStep: false });
		const afterChange = await lastEntry();

		const unchanged = await change({ maintenanceMode: false });
		const afterNoChange = await lastEntry();
		const reset = await change({ maintenanceMode: false, maintenanceMessage: ' ' });

		expect(unchanged.json()).toEqual({
			success: true,
			settings: { ...DEFAULT_SETTINGS, ...MAINTENANCE_TEXTS },
			message: SETTINGS_MESSAGES.updated,
		});
		expect(reset.json().settings).toEqual({
			...DEFAULT_SETTINGS,
			estimatedDowntime: MAINTENANCE_TEXTS.estimatedDowntime,
		});
		expect(afterChange).toEqual({
			action: 'SETTINGS_UPDATED',
			adminId: superAdmin.id,
			target: 'settings',
			details: 'maintenance message "New disks."; estimated downtime "Until 6 PM"',
			severity: 'HIGH',
		});
		expect(afterNoChange?.details).toBe('nothing changed');
	});
});

describe('maintenance mode', () => {
	test('maintenance mode closes the market but not the back-office, and administrators receive events about the change', async () => {
		const connection = await openAdminConnection(t, admin);

		const res = await change({ maintenanceMode: true, ...MAINTENANCE_TEXTS });

		expect(res.json().settings).toEqual({
			...DEFAULT_SETTINGS,
			...MAINTENANCE_TEXTS,
			maintenanceMode: true,
		});
		await vi.waitUntil(async () => (await marketStatus()) === 503, WAIT);
		expect((await t.as(superAdmin).get('/admin/settings')).statusCode).toBe(200);
		await vi.waitUntil(() => JSON.stringify(eventsOf(connection)).includes('notifications'), WAIT);
		expect(eventsOf(connection)).toContainEqual({ what: 'settings' });
		expect(connection.socket.connected).toBe(true);
		expect((await lastEntry())?.action).toBe('VIEW_SETTINGS');
	});

	test('turning maintenance mode on and off creates one notification each, for administrators only', async () => {
		const before = await t.db.$count(announcements);

		await change({ maintenanceMode: true, ...MAINTENANCE_TEXTS });
		await change({ maintenanceMode: true, estimatedDowntime: 'Until 7 PM' });
		await change({ maintenanceMode: false });

		const announced = await t.db
			.select()
			.from(announcements)
			.orderBy(announcements.id)
			.offset(before);
		const common = { target: 'admins', link: '/admin/settings', deliveredAt: null };
		expect(announced).toMatchObject([
			{
				...common,
				type: 'warning',
				title: SETTINGS_MESSAGES.maintenanceBegan,
				message: 'Users read: New disks. Estimated downtime: Until 6 PM',
			},
			{ ...common, type: 'success', title: SETTINGS_MESSAGES.maintenanceEnded },
		]);
	});
});

const eventsOf = (connection: Awaited<ReturnType<typeof openAdminConnection>>) =>
	connection.received(ADMIN_EVENTS.changed);

describe('concurrent changes of the settings', () => {
	test('when two administrators change different settings, both changes are kept', async () => {
		await change({ maintenanceMode: false, estimatedDowntime: 'An hour' });
		const other = await t.admin({ roleLevel: 'super_admin' });

		const before = { maintenanceMessage: DEFAULT_SETTINGS.maintenanceMessage };
		const res = await change({ maintenanceMessage: 'New disks.', before }, other);

		expect(res.statusCode).toBe(200);
		expect(res.json().settings).toEqual({
			...DEFAULT_SETTINGS,
			maintenanceMessage: 'New disks.',
			estimatedDowntime: 'An hour',
		});
	});

	test('when two administrators change the same setting at the same time, one change is stored and one is refused with 409', async () => {
		const before = { maintenanceMessage: DEFAULT_SETTINGS.maintenanceMessage };
		const other = await t.admin({ roleLevel: 'super_admin' });

		const responses = await Promise.all([
			change({ maintenanceMode: false, maintenanceMessage: 'Back at six.', before }),
			change({ maintenanceMode: true, maintenanceMessage: 'Back at seven.', before }, other),
		]);

		const rejected = responses.filter(({ statusCode }) => statusCode !== 200);
		expect(rejected.map((res) => [res.statusCode, res.json()])).toEqual([
			[409, { success: false, ...SETTINGS_ERRORS.changedMeanwhile }],
		]);
		const [accepted] = responses.filter(({ statusCode }) => statusCode === 200);
		const stored = (await t.as(superAdmin).get('/admin/settings')).json().settings;
		expect(stored).toEqual(accepted?.json().settings);
	});
});

test('when a super administrator without two-step sign-in makes it required, this administrator’s next request is refused with 403', async () => {
	const res = await change({ maintenanceMode: false, requireTwoStep: true });

	const nextResponse = await t.as(superAdmin).get('/admin/settings');
	expect(res.json().settings.requireTwoStep).toBe(true);
	expect(nextResponse.statusCode).toBe(403);
	expect((await t.as(superAdmin).get('/admin/profile')).json().admin.mustSetUpTwoStep).toBe(true);
});
