import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import {
	ADMIN_ITEM_STATUS_LABELS,
	type AdminItem,
	itemStatusLabel,
} from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { AdminItemReport } from '#contract/admin/reports.ts';
import { formatPrice } from '#contract/core/format.ts';
import { ItemPhotos } from '#web/admin/items/item-photos.tsx';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';
import { Link } from '#web/ui/link.tsx';
import { PersonLink } from './report-details.tsx';

const TONES: Readonly<Record<AdminItemReport['Item']['status'], StatusTone>> = {
	available: 'good',
	sold: 'quiet',
	banned: 'bad',
	removed: 'quiet',
};

/** The reported item, with links to it and to its owner. */
export function ItemReportTarget({
	item,
	details,
}: {
	item: AdminItemReport['Item'];
	/** The item in full, which a list does not load; null once it is deleted. */
	details: AdminItem | null | undefined;
}) {
	const { id, title, status, isDeleted, image, Owner } = item;

	return (
		<section
			aria-label="Item"
			className="flex flex-wrap items-center gap-3 rounded-card border border-line p-3"
		>
			{details && <ItemEvidence item={details} />}
			{!details && <ItemPicture key={image} url={image} />}
			<div className="grid min-w-0 flex-1 gap-0.5">
				{isDeleted ? (
					<span className="font-semibold wrap-anywhere">{title}</span>
				) : (
					<Link
						to={`${ADMIN_PAGES.items}?item=${id}`}
						className="font-semibold wrap-anywhere text-link"
					>
						{title}
					</Link>
				)}
				{isDeleted ? (
					<StatusLabel tone="quiet">
						{ADMIN_ITEM_STATUS_LABELS[status === 'removed' ? status : 'deleted']}
					</StatusLabel>
				) : (
					<StatusLabel tone={Owner.isBanned ? 'bad' : TONES[status]}>
						{itemStatusLabel(status, Owner.isBanned)}
					</StatusLabel>
				)}
				<p className="text-sm wrap-anywhere">
					<span className="text-ink-soft">Owner: </span>
					<PersonLink {...Owner} />
					{Owner.isBanned && <span className="text-bad"> (banned)</span>}
				</p>
			</div>
		</section>
	);
}

/** What the report is about, as its readers see it: the pictures large, the price and the description. */
function ItemEvidence({ item }: { item: AdminItem }) {
	return (
		<div className="grid w-full gap-2">
			<ItemPhotos key={item.id} item={item} />
			<p className="font-semibold tabular-nums">{formatPrice(item.price)}</p>
			<p className="text-sm wrap-anywhere whitespace-pre-line">{item.description}</p>
		</div>
	);
}

/** A small picture of the item; an empty frame if there is none or if its signed URL, valid for minutes, has expired. */
function ItemPicture({ url }: { url: string | null }) {
	const [hasFailed, setHasFailed] = useState(false);
	const frame = 'size-20 shrink-0 rounded-field bg-sunken';
	if (!url || hasFailed) {
		return (
			<span className={`grid place-items-center text-ink-soft ${frame}`}>
				<ImageOff aria-hidden="true" className="size-6" />
				<span className="sr-only">No picture</span>
			</span>
		);
	}
	return (
		<img
			src={url}
			alt=""
			width={80}
			height={80}
			onError={() => setHasFailed(true)}
			className={`object-cover ${frame}`}
		/>
	);
}
