import { relative } from 'node:path'
import { repository } from '../throw-away-copy.js'
import { packPackages } from './pack-packages.js'

/** `npm run pack`: one tarball of each package in `tarballs/`, to install from while nothing is published, and to look into. */
for (const { path } of packPackages(`${repository}/tarballs`)) console.log(relative(repository, path))
console.log('\nInstall the programs with `npm install --global ./tarballs/*.tgz`.')
