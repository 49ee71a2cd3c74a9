import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Notices } from '#contract/notifications/notifications.ts';
import { ConfirmLine } from './confirm-email-notice.tsx';
import { useReadEntry } from './list-queries.ts';
import { noticesQuery } from './queries.ts';
import { WarningDialog } from './warning-dialog.tsx';

/** What somebody is told on whatever page they are: a warning, and that their address is not confirmed. */
export function OverPages() {
	const warning = useWarning();
	const reading = useReadEntry();
	const [seen, setSeen] = useState<readonly number[]>([]);

	/** Away at once; where it could not be marked as read, it comes again at the next visit. */
	function markSeen(id: number) {
		setSeen([...seen, id]);
		reading.mutate(`n${id}`);
	}

	return (
		<>
			<ConfirmLine />
			{warning && !seen.includes(warning.id) && (
				<WarningDialog key={warning.id} warning={warning} onUnderstood={markSeen} />
			)}
		</>
	);
}

/** The warning that was known when one came to this page. One that comes later waits for the next page. */
function useWarning(): Notices['warning'] {
	const { pathname } = useLocation();
	const { data } = useQuery(noticesQuery());
	const [shown, setShown] = useState<{ told: Notices | undefined; at: string }>();
	if (shown?.at !== pathname || (!shown.told && data)) setShown({ told: data, at: pathname });
	return shown?.told?.warning ?? null;
}
