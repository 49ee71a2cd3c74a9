import { expect, test } from 'vitest';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const PATH = '/admin/catalogue/subjects';
const HEADER = 'code,name,branch,semester';

test('a CSV import that leaves out several subjects in use is refused with their codes in the order of the list', async () => {
	const codes = ['ZZ-1', 'AA-2', 'MM-3', 'BB-4'];
	const lines = codes.map((code) => `${code},Subject,CSE,1`);
	const importCsv = (csv: string) =>
		t.as(superAdmin).call('POST', `${PATH}/csv`, {
			payload: csv,
			headers: { 'content-type': 'text/csv' },
		});
	expect((await importCsv([HEADER, ...lines].join('\n'))).statusCode).toBe(200);
	const seller = await t.student();
	await t.item(seller, { subjects: ['AA-2', 'BB-4'], soldAt: new Date() });
	await t.item(seller, { subjects: ['ZZ-1', 'AA-2'] });
	await t.item(seller, { subjects: ['MM-3'], deletedAt: new Date() });

	const res = await importCsv([HEADER, lines[3]].join('\n'));

	const { code, message } = CATALOGUE_ERRORS.subjectInUse('ZZ-1', 'AA-2');
	expect([res.statusCode, res.json()]).toMatchObject([409, { code, message }]);
	const { subjects } = (await t.as(superAdmin).get(PATH)).json();
	expect(subjects.map((subject: { code: string }) => subject.code)).toEqual(codes);
});
