import { afterEach, describe, expect, test, vi } from 'vitest';
import { launchAs, serviceAccount } from './service-account.ts';

afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
});

describe('the account that PostgreSQL runs as', () => {
	test('is the current account when it is not root', async () => {
		vi.spyOn(process, 'getuid').mockReturnValue(1000);

		expect(await serviceAccount()).toBeUndefined();
	});

	test('is set with the uid and gid of the new process when the program setpriv is missing', async () => {
		vi.stubEnv('PATH', '');
		const account = { name: 'postgres', uid: 70, gid: 71 };

		expect(await launchAs(account, ['/bin/initdb', '--version'])).toEqual({
			program: '/bin/initdb',
			args: ['--version'],
			identity: { uid: 70, gid: 71 },
		});
		expect((await launchAs(undefined, ['/bin/initdb'])).identity).toEqual({});
	});
});
