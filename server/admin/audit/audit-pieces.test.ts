import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';

const { db, close } = openPool(await cloneDatabase(), () => undefined);
onCleanup(close);

/** Creates the first version of `audit_pieces`, with which the index was built, as `former_audit_pieces`. */
async function createFormerFunction(): Promise<void> {
	const file = new URL('../../db/migrations/0005_back_office.sql', import.meta.url);
	const statement = (await readFile(file, 'utf8'))
		.split('--> statement-breakpoint')
		.find((each) => each.includes('CREATE FUNCTION "audit_pieces"'));
	await db.execute(sql.raw(`${statement}`.replace('"audit_pieces"', '"former_audit_pieces"')));
}

test('audit_pieces returns the same search n-grams as its first version, with which the index was built', async () => {
	await createFormerFunction();
	const combining = 'e\u0301a\u0323\u0307';
	const texts = [
		'',
		'x',
		'Łódź ß ẞ İı ΣΑΣ',
		'कक्षा का हिसाब 👩‍👩‍👧 🇮🇳 𝒳',
		combining,
		'\n\t ',
		'word '.repeat(50),
	];

	for (const text of texts) {
		const { rows } = await db.execute(sql`
			select audit_pieces('USER_BANNED', ${text}, ${text}, admin_id) as now,
				former_audit_pieces('USER_BANNED', ${text}, ${text}, admin_id) as before
			from (values (1), (null)) as administrators (admin_id)`);
		expect(rows).toHaveLength(2);
		for (const { now, before } of rows) expect(now).toEqual(before);
	}
});
