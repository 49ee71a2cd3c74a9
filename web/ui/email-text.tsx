import { Fragment } from 'react';

/** An email address that wraps after a dot, @ or similar sign where possible. */
export function EmailText({ address }: { address: string }) {
	const parts = address.split(/(?<=[@._+-])/);

	return (
		<span key={address} className="wrap-anywhere">
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
