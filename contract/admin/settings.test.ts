import { expect, test } from 'vitest';
import { SETTINGS_MESSAGES } from './settings.ts';

test.each([
	['Message by P', 'Users read: Message by P. Estimated downtime: two hours'],
	['New disks.', 'Users read: New disks. Estimated downtime: two hours'],
	['Back soon!', 'Users read: Back soon! Estimated downtime: two hours'],
	['हम जल्द लौटेंगे।', 'Users read: हम जल्द लौटेंगे। Estimated downtime: two hours'],
])(
	'the maintenance message "%s" is shown with one punctuation mark at its end',
	(message, text) => {
		expect(SETTINGS_MESSAGES.maintenanceBeganText(message, 'two hours')).toBe(text);
	},
);
