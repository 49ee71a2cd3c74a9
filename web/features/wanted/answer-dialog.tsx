import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPrice } from '#contract/core/format.ts';
import type { Item } from '#contract/items/schemas.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { postForAskerPath } from '#web/features/items/form/template-path.ts';
import { sellerItemsQuery } from '#web/features/items/seller-queries.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { useSession } from '#web/lib/session/session.ts';
import { photosOf } from '#web/lib/shown-photo.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAnswerWanted } from './queries.ts';

export interface AnswerDialogProps {
	open: boolean;
	post: WantedDetails;
	onClose: () => void;
}

/** The dialog to offer one of the user's items on sale, with a link to the form for a new item. */
export function AnswerDialog({ open, post, onClose }: AnswerDialogProps) {
	const answering = useAnswerWanted(post.id);
	const { failed, noConnection } = WANTED_MESSAGES;

	function close() {
		if (answering.isPending) return;
		answering.reset();
		onClose();
	}

	function offer(itemId: number) {
		answering.mutate(itemId, {
			onSuccess: ({ message }) => {
				toast(message);
				onClose();
			},
		});
	}

	return (
		<Dialog open={open} onClose={close} title="I have this">
			<p className="text-sm wrap-anywhere text-ink-soft">
				<bdi>{post.User.userName}</bdi> is told, with a link to your item.
			</p>
			<OwnItems isSending={answering.isPending} onOffer={offer} />
			{answering.error && (
				<FormAlert>{errorMessageFor(answering.error, failed, noConnection)}</FormAlert>
			)}
			<ButtonLink to={postForAskerPath(post.title, post.category ?? '')}>
				Post it as a new item
			</ButtonLink>
		</Dialog>
	);
}

interface OwnItemsProps {
	isSending: boolean;
	onOffer: (itemId: number) => void;
}

function OwnItems({ isSending, onOffer }: OwnItemsProps) {
	const { userId = 0 } = useSession();
	const list = useInfiniteQuery(sellerItemsQuery(userId));
	const [chosenId, setChosenId] = useState<number>();
	const items = list.data?.pages.flatMap((page) => page.items);

	if (list.isPending) {
		return (
			<div role="status" className="grid gap-2">
				<span className="sr-only">Loading your items…</span>
				<Skeleton className="h-14" />
				<Skeleton className="h-14" />
			</div>
		);
	}
	const { failed, noConnection } = WANTED_MESSAGES;
	const failure = errorMessageFor(list.error, failed, noConnection);
	if (!items) return <LoadFailure message={failure} onRetry={() => void list.refetch()} />;
	if (items.length === 0) {
		return (
			<div>
				<p className="font-semibold">{WANTED_MESSAGES.nothingToOffer}</p>
				<p className="text-sm text-ink-soft">{WANTED_MESSAGES.nothingToOfferHint}</p>
			</div>
		);
	}
	return (
		<>
			<fieldset>
				<legend className="pb-1 text-sm font-semibold">Your items on sale</legend>
				<div className="grid max-h-[45dvh] auto-rows-max gap-2 overflow-auto p-1">
					{items.map((item) => (
						<ItemChoice
							key={item.id}
							item={item}
							isChosen={item.id === chosenId}
							onChoose={() => setChosenId(item.id)}
						/>
					))}
					{list.isFetchNextPageError && <FormAlert>{failure}</FormAlert>}
					{list.hasNextPage && (
						<Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
							Show more
						</Button>
					)}
				</div>
			</fieldset>
			<Button
				variant="main"
				busy={isSending}
				disabled={chosenId === undefined}
				onClick={() => chosenId !== undefined && onOffer(chosenId)}
			>
				Offer it
			</Button>
		</>
	);
}

interface ItemChoiceProps {
	item: Item;
	isChosen: boolean;
	onChoose: () => void;
}

function ItemChoice({ item, isChosen, onChoose }: ItemChoiceProps) {
	return (
		<label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-field border border-line px-3 py-1.5 has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link">
			<input
				type="radio"
				name="item"
				checked={isChosen}
				onChange={onChoose}
				className="size-5 shrink-0 accent-ink"
			/>
			<span className="block h-10 w-13 shrink-0 overflow-hidden rounded-[0.375rem] bg-sunken">
				<Picture photo={photosOf(item)[0]} alt="" sizes="52px" isSmall />
			</span>
			<span className="min-w-0 flex-1 text-sm font-semibold wrap-anywhere">{item.title}</span>
			<span className="text-sm tabular-nums">{formatPrice(item.price)}</span>
		</label>
	);
}
