import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const admin = await t.admin();
const straight = await t.student({ userName: "Anita D'Souza" });
const typographic = await t.student({ userName: 'Anita D’Souza' });
await t.student({ userName: 'Anita Desouza' });

test.each(["d'souza", 'd’souza', 'd‘souza'])(
	'the search text %s finds users with a straight or a typographic apostrophe in their names',
	async (typed) => {
		const res = await t.as(admin).get(`/admin/users?search=${encodeURIComponent(typed)}`);

		const ids = res.json().users.map(({ id }: { id: number }) => id);
		expect(ids).toEqual([typographic.id, straight.id]);
	},
);
