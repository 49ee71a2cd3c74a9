import { expect, test } from 'vitest';
import { parseDetails } from '#contract/catalogue/details.ts';
import { findCatalogue } from '#server/features/catalogue/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { insertDemoCourses } from './courses.ts';
import { DEMO_ITEMS } from './items.ts';

const t = await openApp();
await insertDemoCourses(t.db);
const { categories, branches, subjects } = await findCatalogue(t.db);

test('every item of the demo data has details that the form of its category accepts', () => {
	for (const { title, category, details = {} } of DEMO_ITEMS) {
		const fields = categories.find(({ name }) => name === category)?.fields ?? [];
		expect(parseDetails(fields, details), title).toEqual({ details });
		if (fields.length > 0) expect(Object.keys(details), title).not.toEqual([]);
	}
});

test('books and exam papers of the demo data are for subjects of all four branches', () => {
	const subjectCodes = DEMO_ITEMS.flatMap((item) => item.subjects ?? []);

	const branchesInUse = subjectCodes.map(
		(code) => subjects.find((one) => one.code === code)?.branch,
	);
	expect(new Set(branchesInUse)).toEqual(new Set(branches.map(({ code }) => code)));
	expect(branches).toHaveLength(4);
	const untagged = DEMO_ITEMS.filter(
		(item) => ['Books', 'PYQs'].includes(item.category) && !item.subjects?.length,
	);
	expect(untagged.map(({ title }) => title)).toEqual([]);
});
