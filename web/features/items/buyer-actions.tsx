import { lazy, type ReactNode, Suspense } from 'react';
import type { ItemDetails } from '#contract/items.ts';
import { useSession } from '#web/lib/session.ts';
import { ReportItemButton } from './report-item-button.tsx';

/** Seldom needed, and so in a file of its own. */
const BegunChat = lazy(async () => ({ default: (await import('./begun-chat.tsx')).BegunChat }));

interface BuyerActionsProps {
	item: ItemDetails;
	/** The way to the chat with the seller. */
	children: ReactNode;
}

/** What everybody but the owner can do with an item besides its main action. */
export function BuyerActions({ item, children }: BuyerActionsProps) {
	const { userId } = useSession();

	return (
		<>
			<ReportItemButton item={item} />
			{item.status === 'sold' && userId !== undefined && (
				<Suspense>
					<BegunChat itemId={item.id} userId={userId}>
						{children}
					</BegunChat>
				</Suspense>
			)}
		</>
	);
}
