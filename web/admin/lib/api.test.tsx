import { expect, test, vi } from 'vitest';
import { changeSubjectList } from '#contract/admin/catalogue.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { callAdminApi } from './api.ts';
import { storeToken } from './token.ts';

const BRANCHES = [{ code: 'MED', name: 'Medicine' }];
const subjects = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		code: `AN-${index}`,
		name: 'Anatomy of the human body',
		branch: 'MED',
		semester: 1,
	}));

test.each([
	[1, true],
	[5000, false],
])(
	'the request that saves %i subjects is sent with keepalive set to %j',
	async (count, keepalive) => {
		storeToken({ token: 'of-a-super-admin', id: SUPER_ADMIN.id, role: 'super_admin' });
		const list = { branches: BRANCHES, subjects: subjects(count) };
		fakeApi.answer(changeSubjectList, { success: true, version: 2, ...list });
		const fetched = vi.spyOn(window, 'fetch');

		await callAdminApi(changeSubjectList, { body: { version: 1, ...list } });

		expect(fetched.mock.lastCall?.[1]).toMatchObject({ method: 'PUT', keepalive });
	},
);
