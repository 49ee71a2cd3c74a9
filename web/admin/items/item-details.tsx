import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { type AdminDeal, DEAL_EVENT_LABELS } from '#contract/admin/deals.ts';
import {
	ADMIN_ITEM_MESSAGES,
	type AdminItem,
	correctItem,
	itemCorrection,
} from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { shownDetails } from '#contract/catalogue/shown-details.ts';
import { formatPrice, isolated } from '#contract/core/format.ts';
import {
	CONDITION_LABELS,
	ITEM_FIELD_LABELS,
	OPTIONAL_ITEM_FIELDS,
} from '#contract/items/facts.ts';
import { CATEGORIES_QUERY } from '#web/admin/kit/category-filter.ts';
import { Form } from '#web/admin/kit/form.tsx';
import { HistoryList } from '#web/admin/kit/history-list.tsx';
import type { RowDetails } from '#web/admin/kit/list-section.ts';
import { PanelLink } from '#web/admin/kit/panel-link.tsx';
import { PublicSiteLink } from '#web/admin/kit/public-site-link.tsx';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { dataKindsShowing, refresh } from '#web/admin/lib/queries.ts';
import { formatMoment } from '#web/lib/format.ts';
import { itemPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.ts';
import { ItemPhotos } from './item-photos.tsx';
import { ItemStatus } from './item-status.tsx';

/** An item with its deals, which a list does not load. */
interface ItemWithDeals extends AdminItem {
	deals?: readonly AdminDeal[];
}

/** The panel's content about one item. */
export function ItemDetails({ row: item, history }: RowDetails<ItemWithDeals>) {
	return (
		<>
			<ItemPhotos key={item.id} item={item} />
			<dl className="grid gap-3">
				<Detail label="Title">{item.title}</Detail>
				<Detail label="Description">{item.description}</Detail>
				<Detail label="Price">{formatPrice(item.price)}</Detail>
				<Detail label="Category">{item.category}</Detail>
				<StatedDetails item={item} />
				<Detail label="Owner">
					<Owner owner={item.User} />
				</Detail>
				<Detail label="Status">
					<ItemStatus status={item.status} owner={item.User} />
				</Detail>
				<Detail label="Created">{formatMoment(item.createdAt)}</Detail>
				{item.adminNotes && <Detail label="Admin notes">{item.adminNotes}</Detail>}
			</dl>
			{item.status !== 'deleted' && <CorrectItem item={item} />}
			{isPublic(item) && <PublicSiteLink to={itemPath(item.id)}>Public page</PublicSiteLink>}
			{item.deals && <ItemDeals deals={item.deals} />}
			<HistoryList history={history} />
		</>
	);
}

/** Items of banned or erased owners are hidden from the listings. */
function isPublic({ status, User: owner }: AdminItem): boolean {
	return (status === 'available' || status === 'sold') && owner !== null && !owner.isBanned;
}

function Owner({ owner }: { owner: AdminItem['User'] }) {
	if (!owner) return <span>{ADMIN_ITEM_MESSAGES.unknownOwner}</span>;
	return (
		<>
			<PanelLink to={`${ADMIN_PAGES.users}?user=${owner.id}`}>
				<bdi>{owner.userName}</bdi>
			</PanelLink>
			{owner.isBanned && <span className="text-bad"> (banned)</span>}
			{owner.email && <span>{`\n${owner.email}`}</span>}
		</>
	);
}

/** The deals of an item, each with the times of its steps. */
function ItemDeals({ deals }: { deals: readonly AdminDeal[] }) {
	if (deals.length === 0) return null;
	return (
		<section aria-label="Deals" className="grid gap-2">
			<h3 className="text-base">Deals</h3>
			<ul className="grid gap-4">
				{deals.map(({ buyer, startedAt, steps }) => (
					<li key={buyer.id} className="grid gap-1 border-l-2 border-line pl-3 text-sm">
						<p className="wrap-anywhere">
							<Link
								to={`${ADMIN_PAGES.users}?user=${buyer.id}`}
								className="font-semibold text-link"
							>
								<bdi>{buyer.userName}</bdi>
							</Link>
							<span className="text-ink-soft">, since {formatMoment(startedAt)}</span>
						</p>
						<ol className="grid gap-0.5">
							{steps.map(({ id, type, at }) => (
								<li key={id}>
									{DEAL_EVENT_LABELS[type]}
									<span className="text-ink-soft">, {formatMoment(at)}</span>
								</li>
							))}
						</ol>
					</li>
				))}
			</ul>
		</section>
	);
}

/** The optional fields of an item that its owner has filled in. */
function StatedDetails({ item }: { item: AdminItem }) {
	const category = useQuery(CATEGORIES_QUERY).data?.find(({ name }) => name === item.category);
	const details = shownDetails(category?.fields ?? [], item.details);

	return (
		<>
			{OPTIONAL_ITEM_FIELDS.map((name) =>
				name === 'details' ? (
					<Fragment key={name}>
						{details.map(({ label, text }) => (
							<Detail key={label} label={label}>
								{text}
							</Detail>
						))}
					</Fragment>
				) : (
					<StatedField key={name} item={item} name={name} />
				),
			)}
		</>
	);
}

interface StatedFieldProps {
	item: AdminItem;
	name: Exclude<(typeof OPTIONAL_ITEM_FIELDS)[number], 'details'>;
}

function StatedField({ item, name }: StatedFieldProps) {
	const text = name === 'condition' ? conditionName(item) : textOf(item[name]);
	return text && <Detail label={ITEM_FIELD_LABELS[name]}>{text}</Detail>;
}

const conditionName = ({ condition }: AdminItem) => condition && CONDITION_LABELS[condition].name;

/** A field's value as text; empty if it is not filled in. */
function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.join(', ');
	return value === true ? 'Yes' : String(value || '');
}

/** A button that opens a form for the title and the category of an item. */
function CorrectItem({ item }: { item: AdminItem }) {
	const [isOpen, setIsOpen] = useState(false);
	const close = () => setIsOpen(false);

	return (
		<>
			<Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
				Correct title or category
			</Button>
			<Dialog open={isOpen} onClose={close} title={`Correct ${isolated(item.title)}`}>
				{isOpen && <CorrectionForm item={item} onClose={close} />}
			</Dialog>
		</>
	);
}

function CorrectionForm({ item, onClose }: { item: AdminItem; onClose: () => void }) {
	const client = useQueryClient();
	const { data: categories } = useQuery(CATEGORIES_QUERY);
	const names = categories?.map(({ name }) => name) ?? [item.category];

	return (
		<Form
			schema={itemCorrection}
			send={(body) => callAdminApi(correctItem, { params: { id: item.id }, body })}
			failureMessage={ADMIN_ITEM_MESSAGES.changeFailed}
			onDone={({ message }) => {
				toast(message);
				void refresh(client, ...dataKindsShowing('items'));
			}}
			onClose={onClose}
			fields={[
				{ name: 'title', label: 'Title', initial: item.title },
				{
					name: 'category',
					label: 'Category',
					options: names.map((name) => ({ value: name, label: name })),
					initial: item.category,
				},
			]}
			submitLabel="Correct"
			onCancel={onClose}
			isInDialog
		>
			<p>The owner is told what was corrected.</p>
		</Form>
	);
}
