import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { NotFoundNotice } from '#web/features/items/page/not-found-notice.tsx';
import { itemQuery } from '#web/features/items/queries.ts';
import { errorMessageFor, isNotFound } from '#web/lib/api/api-error.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { EditItem } from './edit-item.tsx';
import { FormUnavailable } from './form-unavailable.tsx';

/**
 * The page with the form to edit an item, or the reason why it cannot be edited: the item is another user's, sold, or not
 * public.
 */
export function UpdateItemPage() {
	const { itemId = '' } = useParams();
	const { userId } = useSession();
	const { data: item, error, isFetching, refetch } = useQuery(itemQuery(itemId));
	// An open form stays even if the session ends or the item is sold meanwhile; the submit then shows the error.
	const [editedItem, setEditedItem] = useState<ItemDetails>();
	const isEditable = item?.userId === userId && item?.status === 'available';
	// After an error the query still has its cached data. Only a "not found" means that the item is gone.
	const isRemoved = isNotFound(error) && !isFetching;
	if (item && isEditable && !isRemoved && !isFetching && editedItem?.id !== item.id)
		setEditedItem(item);

	if (editedItem && String(editedItem.id) === itemId)
		return <EditItem key={editedItem.id} item={editedItem} />;
	if (isRemoved) return <NotFoundNotice kind="item" error={error} />;
	if (item && !isEditable) return <NotEditable item={item} isMine={item.userId === userId} />;
	if (!error || isFetching) return <LoadingIndicator />;
	return (
		<ErrorState
			error={error}
			isPage
			message={errorMessageFor(error, ITEM_ERRORS.notFound.message, ITEM_MESSAGES.failed)}
			onRetry={() => void refetch()}
		>
			<ButtonLink to={PAGES.profile}>My Profile</ButtonLink>
		</ErrorState>
	);
}

function NotEditable({ item, isMine }: { item: ItemDetails; isMine: boolean }) {
	if (!isMine) {
		return (
			<FormUnavailable heading={ITEM_MESSAGES.accessDenied} reason={ITEM_ERRORS.notOwner.message} />
		);
	}
	return (
		<FormUnavailable
			heading="Update Item"
			reason={
				item.status === 'sold' ? ITEM_ERRORS.alreadySold.message : ITEM_ERRORS.notEditable.message
			}
			itemId={item.id}
		/>
	);
}
