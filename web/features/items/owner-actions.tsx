import { MessagesSquare, Pencil } from 'lucide-react';
import { availableBuyersPath, updateItemPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';

/** What the owner can do with an item besides its main action, while it is available (spec 1 §6). */
export function OwnerActions({ itemId }: { itemId: number }) {
	return (
		<>
			<ButtonLink to={availableBuyersPath(itemId)}>
				<MessagesSquare aria-hidden="true" className="size-4.5" />
				See Interested Buyers
			</ButtonLink>
			<ButtonLink to={updateItemPath(itemId)}>
				<Pencil aria-hidden="true" className="size-4.5" />
				Update Item
			</ButtonLink>
		</>
	);
}
