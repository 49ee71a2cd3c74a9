import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/items.ts';
import { offerItem } from '#web/features/items/page/share-item.ts';
import { itemQuery } from '#web/features/items/queries.ts';
import { itemPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { ClosedForm } from './closed-form.tsx';
import { DraftNote } from './draft-note.tsx';
import { type Draft, draftKey, dropDraft } from './draft-store.ts';
import { ItemForm } from './item-form.tsx';
import { LIKE } from './post-like.ts';
import type { PostedElsewhere } from './posted-in-other-tab.ts';
import { readUnsent, type Submission, useAddItem } from './queries.ts';
import { StillSending } from './still-sending.tsx';
import { typedItem } from './typed-item.ts';
import { useLeadOn } from './use-navigate-once.ts';
import type { TypedFields } from './validate.ts';

const HEADING = 'Add New Item';
const EMPTY = { title: '', description: '', price: '', category: '' };

export function PostPage() {
	const { userId } = useSession();
	const client = useQueryClient();
	// Fixed for this visit: a session that ends meanwhile must not take the form away.
	const [key] = useState(() => draftKey(userId));
	const [search] = useSearchParams();
	const [reading, setReading] = useState(() => readBeginning(client, key, search.get(LIKE)));
	const [posted, setPosted] = useState<PostedElsewhere>();
	const [begun, setBegun] = useState(0);

	function discard({ draft, template }: Beginning) {
		dropDraft(key).catch(() => undefined);
		beginAfresh(draft ? template : undefined);
	}

	function beginAfresh(template?: TypedFields) {
		setReading(Promise.resolve({ draft: null, template }));
		setPosted(undefined);
		setBegun(begun + 1);
	}

	if (posted?.isSame) {
		return (
			<ClosedForm
				heading={HEADING}
				place={`${PAGES.post}#posted`}
				reason="You have posted this from another tab."
				itemId={posted.itemId}
			>
				<Button onClick={() => beginAfresh()}>Add another item</Button>
			</ClosedForm>
		);
	}
	return (
		<Suspense fallback={<StillSending draftKey={key} />}>
			<NewItem
				key={begun}
				place={`${PAGES.post}#${begun}`}
				draftKey={key}
				reading={reading}
				postedId={posted?.itemId}
				onDiscard={discard}
				onPosted={setPosted}
			/>
		</Suspense>
	);
}

/** What the form holds at first: a draft, else the words of the item that the new one is to be like. */
interface Beginning {
	draft: Partial<Draft> | null;
	template: TypedFields | undefined;
}

async function readBeginning(
	client: QueryClient,
	key: string,
	likeId: string | null,
): Promise<Beginning> {
	const [draft, template] = await Promise.all([
		readUnsent(client, key),
		likeId === null ? undefined : readTemplate(client, likeId),
	]);
	return { draft, template };
}

/** An item that cannot be read leaves the form empty. */
async function readTemplate(client: QueryClient, itemId: string): Promise<TypedFields | undefined> {
	const item = await client.ensureQueryData(itemQuery(itemId)).catch(() => undefined);
	return item && typedItem(item);
}

interface NewItemProps {
	/** Another one each time that the form is begun, as the button that was pressed for it is gone. */
	place: string;
	draftKey: string;
	reading: Promise<Beginning>;
	/** The item that another tab has made of the draft. */
	postedId: number | undefined;
	onDiscard: (beginning: Beginning) => void;
	onPosted: (posted: PostedElsewhere) => void;
}

function NewItem({ place, draftKey, reading, postedId, onDiscard, onPosted }: NewItemProps) {
	const beginning = use(reading);
	const { draft, template } = beginning;
	const initial = useMemo(
		() => ({ fields: template ?? EMPTY, photos: [], ...draft }),
		[draft, template],
	);
	const adding = useAddItem(draftKey);
	const leadOn = useLeadOn();

	async function handleSubmit(submission: Submission) {
		const onSuccess = () => leadOn(PAGES.home);
		const { item } = await adding.mutateAsync(submission, { onSuccess });
		tellAdded(item);
	}

	return (
		<div className="wrap grid gap-6 py-8">
			<PageHeading place={place}>{HEADING}</PageHeading>
			{(draft || template || postedId !== undefined) && (
				<DraftNote
					isLocked={adding.isPending}
					postedId={postedId}
					template={template}
					isDraft={draft !== null}
					onDiscard={() => onDiscard(beginning)}
				/>
			)}
			<ItemForm
				form="add"
				photosHeading="Photos"
				detailsHeading="Details"
				submitLabel="Add Item"
				signInMessage={ITEM_MESSAGES.signInToAdd}
				initial={initial}
				draftKey={draftKey}
				isSending={adding.isPending}
				error={adding.error}
				onSubmit={handleSubmit}
				onPosted={onPosted}
			/>
		</div>
	);
}

/** Leads from wherever the person is next to the new item, and to those who might want it. */
function tellAdded(item: Item): void {
	toast(ITEM_MESSAGES.added, {
		action: { label: 'View item', to: itemPath(item.id) },
		press: { label: 'Share it', onPress: () => void offerItem(item) },
	});
}
