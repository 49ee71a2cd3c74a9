import { afterEach, expect, test, vi } from 'vitest';
import { delayChange, sendAllDelayed } from './delayed-changes.ts';

afterEach(() => sendAllDelayed());

function delayDismissal() {
	const send = vi.fn(async () => undefined);
	delayChange({ key: 'reports/1', message: 'Dismissing the report.', send });
	return send;
}

test.each(['beforeunload', 'pagehide'])(
	'a back-office change that can still be undone is sent exactly once when the page fires %s',
	(eventType) => {
		const send = delayDismissal();
		expect(send).not.toHaveBeenCalled();

		window.dispatchEvent(new Event(eventType));
		window.dispatchEvent(new Event(eventType));

		expect(send).toHaveBeenCalledOnce();
	},
);
