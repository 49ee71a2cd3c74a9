import { beforeEach, describe, expect, test } from 'vitest';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import type { Spot } from '#contract/catalogue/schemas.ts';
import { desc, eq } from '#server/db/drizzle.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { spots } from '#server/db/schema/catalogue.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForCatalogue } from '#tests/support/catalogue-changes.ts';

const t = await openApp();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const admin = await t.admin();
const PATH = '/admin/catalogue/spots';
const LIBRARY = { name: 'Library steps', hint: 'By the lamp', opens: '08:00', closes: '20:00' };
const GATE = { name: 'Hostel gate', hint: '', opens: '18:00', closes: '01:00' };

interface List {
	version: number;
	spots: Spot[];
}

const read = async (who = superAdmin): Promise<List> => (await t.as(who).get(PATH)).json();
const save = (list: { version: unknown; spots: unknown }, who = superAdmin) =>
	t.as(who).put(PATH, list);
const publicSpots = async () => (await t.as(null).get('/catalogue')).json().spots;

/** Saves the current list with the changes of `edit`. */
async function change(edit: (stored: Spot[]) => unknown[], who = superAdmin) {
	const list = await read();
	return save({ ...list, spots: edit(list.spots) }, who);
}

async function lastEntry(action: 'CATALOGUE_CHANGED' | 'ATTEMPT_CHANGE_CATALOGUE') {
	const [entry] = await t.db
		.select({ adminId: auditLog.adminId, target: auditLog.target, details: auditLog.details })
		.from(auditLog)
		.where(eq(auditLog.action, action))
		.orderBy(desc(auditLog.id))
		.limit(1);
	return entry;
}

test('a new installation has no hand-over spots', async () => {
	expect(await read(admin)).toEqual({ success: true, version: 1, spots: [] });
	expect(await publicSpots()).toEqual([]);
});

describe('hand-over spots', () => {
	let library: Spot;
	let gate: Spot;

	beforeEach(async () => {
		const stored: Spot[] = (await change(() => [LIBRARY, GATE])).json().spots;
		[library, gate] = stored as [Spot, Spot];
	});

	test('changed and moved spots keep their ids, and new spots get new ids', async () => {
		const canteen = {
			name: 'Canteen',
			hint: 'At the tea counter',
			opens: '07:30',
			closes: '22:00',
		};
		const expected = [LIBRARY, GATE].map((spot) => ({ id: expect.any(Number), ...spot }));
		expect((await read(admin)).spots).toEqual(expected);
		expect(await publicSpots()).toEqual(expected);
		const moved = { ...gate, name: 'Gate of hostel 4', closes: '23:30' };

		const res = await save({ ...(await read()), spots: [moved, canteen] });

		const { id } = res.json().spots[1];
		expect(res.json()).toMatchObject({ success: true, spots: [moved, { id, ...canteen }] });
		expect(id).toBeGreaterThan(gate.id);
		expect(await publicSpots()).toEqual([moved, { id, ...canteen }]);
		expect(await lastEntry('CATALOGUE_CHANGED')).toEqual({
			adminId: superAdmin.id,
			target: 'spots',
			details:
				'renamed “Hostel gate” to “Gate of hostel 4”; added “Canteen”; changed “Gate of hostel 4”; removed “Library steps”',
		});
	});

	test('two spots can swap names but not have the same id, and a spot can take the name of a spot removed in the same change', async () => {
		const swapped = [
			{ ...library, name: gate.name },
			{ ...gate, name: library.name.toUpperCase() },
		];

		expect((await change(() => swapped)).json().spots).toEqual(swapped);
		const sameIds = await change(() => [library, { ...gate, id: library.id }]);
		expect([sameIds.statusCode, sameIds.json().message]).toEqual([
			400,
			CATALOGUE_ERRORS.unknownSpot('Hostel gate').message,
		]);
		const res = await change(() => [{ ...gate, name: gate.name.toUpperCase() }, LIBRARY]);
		expect(res.json().spots).toMatchObject([{ id: gate.id, name: 'HOSTEL GATE' }, LIBRARY]);
	});

	test('a spot changed by another instance is shown without a restart', async () => {
		await t.db.update(spots).set({ hint: 'Inside' }).where(eq(spots.id, library.id));

		await waitForCatalogue(t, (catalogue) => catalogue.spots[0]?.hint === 'Inside');
	});
});
