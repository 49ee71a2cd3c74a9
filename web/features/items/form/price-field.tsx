import { Suspense } from 'react';
import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { TextInput } from '#web/ui/text-input.tsx';

/** Loads after the form, which is complete without the guide. */
const PriceGuide = lazyOptional(
	async () => (await import('./price-guide/price-guide.tsx')).PriceGuide,
);

const HINT = <span>What you would like to have for it.</span>;

interface PriceFieldProps {
	initial: string;
	errors: readonly FormError<string>[];
}

/** The price, with what similar items sold for. */
export function PriceField({ initial, errors }: PriceFieldProps) {
	return (
		<FormField
			name="price"
			label="Price in ₹"
			errors={errors}
			// The hint has the height of the guide on a narrow screen, so that nothing moves when the guide appears.
			hint={
				<span className="block min-h-[2.8em]">
					<span className="given-away:hidden">
						<Suspense fallback={HINT}>
							<PriceGuide>{HINT}</PriceGuide>
						</Suspense>
					</span>
					<span className="hidden given-away:inline">It is given away: no price is stored.</span>
				</span>
			}
		>
			{(control) => (
				<TextInput
					{...control}
					inputMode="decimal"
					defaultValue={initial}
					autoComplete="off"
					className="tabular-nums"
				/>
			)}
		</FormField>
	);
}
