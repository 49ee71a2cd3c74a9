import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AwaitedItemStrip, ItemStrip } from '#web/features/items/listing/item-strip.tsx';
import { clearSeen, seenQuery } from '#web/features/items/seen/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { focusMain } from '#web/ui/focus-page.ts';
import { toast } from '#web/ui/toast.ts';
import { useIsClient } from '#web/ui/use-is-client.ts';
import { rememberHomeRow } from './home-rows.ts';

const TITLE = 'Seen lately';

/** The items that were opened last in this browser. Renders nothing if there are none or they cannot be loaded. */
export function SeenLately() {
	const client = useQueryClient();
	const seen = useQuery({ ...seenQuery(), enabled: useIsClient() });
	const count = seen.data?.length;

	useEffect(() => {
		if (count !== undefined) rememberHomeRow('seen', count > 0);
	}, [count]);

	async function clear() {
		// The button is removed: move the focus, so that the next Tab continues in the page.
		focusMain();
		await clearSeen(client);
		toast('What you looked at lately is cleared.');
	}

	if (seen.isPending) return <AwaitedItemStrip title={TITLE} />;
	if (!seen.data || seen.data.length === 0) return null;
	return (
		<ItemStrip
			title={TITLE}
			items={seen.data}
			aside={
				<Button
					size="small"
					variant="quiet"
					className="-mr-4"
					onClick={() => void clear()}
					aria-label="Clear what I saw lately"
				>
					Clear
				</Button>
			}
		/>
	);
}
