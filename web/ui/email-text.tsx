import { Fragment } from 'react';

/** An email address that breaks behind its dots and its @ where a line is too short, and elsewhere only if it must. */
export function EmailText({ address }: { address: string }) {
	const parts = address.split(/(?<=[@._+-])/);

	return (
		<span className="wrap-anywhere">
			{parts.map((part, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never change places
				<Fragment key={index}>
					{index > 0 && <wbr />}
					{part}
				</Fragment>
			))}
		</span>
	);
}
