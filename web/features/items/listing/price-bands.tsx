import type { ReactNode } from 'react';
import { formatPrice } from '#contract/core/format.ts';
import type { PriceBand } from '#contract/items/facets.ts';
import { priceBelow } from '#contract/items/price-limit.ts';
import { OptionCount } from './filter-option.tsx';
import type { FiltersProps } from './filter-props.ts';
import type { Prices } from './use-price-fields.ts';

interface BandChoice {
	label: string;
	prices: Prices;
	count: number;
}

/** Buttons for free items and for the price ranges among the found items. */
export function PriceBands({ choices, facets, onChange }: FiltersProps) {
	const bands = facets?.facets.price;
	const free = bands?.find(({ min }) => min === 0);
	const isFree = choices.free !== '';

	return (
		// The minimum height fits most numbers of ranges, so that the filters below do not move.
		<div className="mt-2.5 flex min-h-37 flex-wrap content-start gap-2">
			<BandButton
				isChosen={isFree}
				onPress={() => onChange({ free: isFree ? '' : 'true', minPrice: '', maxPrice: '' })}
				count={bands && (free?.count ?? 0)}
			>
				Free
			</BandButton>
			{bandChoices(bands ?? []).map(({ label, prices, count }) => {
				const isChosen = isSame(prices, choices);
				const chosen = isChosen ? { minPrice: '', maxPrice: '' } : prices;
				return (
					<BandButton
						key={label}
						isChosen={isChosen}
						onPress={() => onChange({ ...chosen, free: '' })}
						count={count}
					>
						{label}
					</BandButton>
				);
			})}
		</div>
	);
}

/** The price ranges to choose from; none if there is only one. */
function bandChoices(bands: readonly PriceBand[]): BandChoice[] {
	const paid = bands.filter(({ min }) => min > 0);
	if (paid.length < 2) return [];
	const hasFree = paid.length < bands.length;
	return paid.map(({ min, max, count }, index) => {
		const isFirst = index === 0;
		const isLast = index === paid.length - 1;
		// If there are free items, the first range needs a lower bound to exclude them: they have their own button.
		const minPrice = isFirst && !hasFree ? '' : String(min);
		return {
			label: bandLabel(min, max, isFirst, isLast),
			prices: { minPrice, maxPrice: isLast ? '' : priceBelow(max) },
			count,
		};
	});
}

function bandLabel(min: number, max: number, isFirst: boolean, isLast: boolean): string {
	if (isFirst) return `Under ${formatPrice(max)}`;
	if (isLast) return `${formatPrice(min)} and more`;
	return `${formatPrice(min)}–${formatPrice(max).replace('₹', '')}`;
}

function isSame(one: Prices, other: Prices): boolean {
	return one.minPrice === other.minPrice && one.maxPrice === other.maxPrice;
}

interface BandButtonProps {
	isChosen: boolean;
	onPress: () => void;
	count: number | undefined;
	children: ReactNode;
}

function BandButton({ isChosen, onPress, count, children }: BandButtonProps) {
	return (
		<button
			type="button"
			aria-pressed={isChosen}
			onClick={onPress}
			className="group inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 text-sm font-semibold aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper aria-pressed:[&_span]:text-paper"
		>
			{children}
			{count !== undefined && <OptionCount count={count} />}
		</button>
	);
}
