import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { isolated } from '#contract/core/format.ts';
import type { Item } from '#contract/items/schemas.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { savedIdsQuery } from './saved-ids-query.ts';
import { toggleSaved } from './toggle-saved.ts';

interface SaveButtonProps {
	item: Pick<Item, 'id' | 'title'> & { userId?: number };
	/** Makes the button as large as the other controls over a gallery. */
	isLarge?: boolean;
	className?: string;
}

/** A heart over an item's photo that saves the item. The user's own items have none. */
export function SaveButton({ item, isLarge = false, className = '' }: SaveButtonProps) {
	const { id, title, userId } = item;
	const client = useQueryClient();
	const session = useSession();
	const { data: isInSavedIds } = useQuery({
		...savedIdsQuery(),
		select: (ids) => ids.includes(id),
	});
	/** Whether the item is saved after a press; undefined again once the query shows the change too. */
	const [isSavedAfterPress, setIsSavedAfterPress] = useState<boolean>();
	// The server renders the same page for everyone, so no heart is filled before hydration.
	const isSaved = useIsHydrated() && (isSavedAfterPress ?? isInSavedIds === true);

	function toggle() {
		toggleSaved(client, id);
		// The query updates this component only after a timer, one frame later. This state fills the heart at once.
		setIsSavedAfterPress(!isSaved);
		// Runs after that timer, which `toggleSaved` has started.
		setTimeout(() => setIsSavedAfterPress(undefined));
	}

	if (userId !== undefined && userId === session.userId) return null;
	return (
		<button
			type="button"
			aria-label={`Save ${isolated(title)}`}
			aria-pressed={isSaved}
			onClick={toggle}
			className={`group/save absolute z-1 grid size-11 cursor-pointer place-items-center rounded-full outline-none ${className}`}
		>
			<span
				className={`grid place-items-center rounded-full bg-surface/90 -outline-offset-2 outline-link group-hover/save:bg-surface group-focus-visible/save:outline-2 ${isLarge ? 'size-11' : 'size-8.5'}`}
			>
				<Heart
					aria-hidden="true"
					className={`${isLarge ? 'size-6' : 'size-5'} ${isSaved ? 'fill-bad text-bad' : 'text-ink'}`}
				/>
			</span>
		</button>
	);
}
