/** Functions of the slice `profiles` for other slices. */
export { pictureUrl, presentPerson, presentRecord, type PersonRow } from './present.ts'
export {
  countPicture,
  removeFilesOf,
  removeNamedPicture,
  removePictureOf,
  renamePicture,
  storePicture,
} from './service.ts'
export { anonymiseProfile, closeProfile, lockProfile, markDriver, reopenProfile, updateProfile } from './store.ts'
export { genderProblem, refuseSameGender } from './service-gender.ts'
export { findPicture } from './views.ts'
