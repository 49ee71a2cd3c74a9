import { expect, test } from 'vitest';
import { currentToasts } from '#web/ui/toast.ts';
import { showSessionEnded } from './session-ended.ts';

test('login, sign-up and password pages show no message about an ended session', () => {
	for (const path of ['/login', '/signup', '/auth/success', '/reset-password']) {
		showSessionEnded(path, '');
	}

	expect(currentToasts()).toEqual([]);
});
