import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import { PAGES } from '#contract/core/pages.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { ItemGrid } from '#web/features/items/listing/item-grid.tsx';
import { personPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { UploadCard } from './upload-card.tsx';

type UploadTab = 'on-sale' | 'sold' | 'removed';
/** URL parameter of the profile page. */
const TAB_PARAM = 'tab';

type Uploads = readonly ItemDetails[];

/** The user's own items on tabs: on sale, with those that were taken down, sold, and those that the user removed. */
export function MyUploads({ ownerId, items }: { ownerId: number; items: Uploads }) {
	const id = useId();

	return (
		<section aria-labelledby={id} className="grid min-w-0 content-start gap-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4">
				<h2 id={id} className="text-xl">
					My Uploads
				</h2>
				<Link
					to={personPath(ownerId)}
					className="inline-flex min-h-11 items-center text-sm font-semibold text-link underline underline-offset-4"
				>
					See my public page
				</Link>
			</div>
			{items.length === 0 ? (
				<NoUploads title={PROFILE_MESSAGES.emptyTitle} text={PROFILE_MESSAGES.emptyText} />
			) : (
				<UploadTabs items={items} />
			)}
		</section>
	);
}

function UploadTabs({ items }: { items: Uploads }) {
	const [search, setSearch] = useSearchParams();
	const withStatus = (status: ItemDetails['status']) =>
		items.filter((item) => item.status === status);
	const onSale = withStatus('available');
	const sold = withStatus('sold');
	const takenDown = withStatus('banned');
	const removed = withStatus('removed');
	const isAllSold = sold.length > 0 && sold.length + removed.length === items.length;
	const tab = chosenTab(search.get(TAB_PARAM), isAllSold);

	function choose(value: UploadTab) {
		setSearch({ [TAB_PARAM]: value }, { replace: true });
	}

	return (
		<Tabs
			label="My Uploads"
			tabs={[
				{ value: 'on-sale', label: `On sale (${onSale.length})` },
				{ value: 'sold', label: `Sold (${sold.length})` },
				...(removed.length > 0 || tab === 'removed'
					? [{ value: 'removed' as const, label: `Removed (${removed.length})` }]
					: []),
			]}
			value={tab}
			onChange={choose}
		>
			{tab === 'sold' && <SoldPanel sold={sold} />}
			{tab === 'on-sale' && <OnSalePanel onSale={onSale} takenDown={takenDown} />}
			{tab === 'removed' && <RemovedPanel removed={removed} />}
		</Tabs>
	);
}

/** The tab in the URL. If the URL names none: sold items if all items are sold, else items on sale. */
function chosenTab(param: string | null, isAllSold: boolean): UploadTab {
	if (param === 'sold' || param === 'on-sale' || param === 'removed') return param;
	return isAllSold ? 'sold' : 'on-sale';
}

function SoldPanel({ sold }: { sold: Uploads }) {
	if (sold.length > 0) return <Cards label="Sold" items={sold} />;
	return <NoUploads title="Nothing sold yet" text="What you mark as sold is kept here." />;
}

function RemovedPanel({ removed }: { removed: Uploads }) {
	if (removed.length > 0) return <Cards label="Removed" items={removed} />;
	return <NoUploads title="Nothing removed" text="What you remove is kept here for 30 days." />;
}

function OnSalePanel({ onSale, takenDown }: { onSale: Uploads; takenDown: Uploads }) {
	return (
		<div className="grid gap-6">
			{onSale.length > 0 ? (
				<Cards label="On sale" items={onSale} />
			) : (
				<NoUploads title="Nothing on sale right now" text="What you post shows up here." />
			)}
			{takenDown.length > 0 && (
				<div className="grid gap-3">
					<h3 className="text-lg">Taken down by an administrator</h3>
					<Cards label="Taken down" items={takenDown} />
				</div>
			)}
		</div>
	);
}

function Cards({ label, items }: { label: string; items: Uploads }) {
	return (
		<ItemGrid label={label}>
			{items.map((item) => (
				<li key={item.id} className="min-w-0">
					<UploadCard item={item} />
				</li>
			))}
		</ItemGrid>
	);
}

function NoUploads({ title, text }: { title: string; text: string }) {
	return (
		<EmptyState
			heading="h3"
			title={title}
			action={
				<ButtonLink variant="main" to={PAGES.post}>
					Add Item
				</ButtonLink>
			}
		>
			{text}
		</EmptyState>
	);
}
